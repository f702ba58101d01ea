// The revisions that a stored campaign measured.
#include "campaign/origin/measured_revisions.h"

#include "store/facts.h"

#include <string.h>

void measured_revisions(struct arena *arena, struct spec *spec, struct store *store)
{
    for (size_t i = 0; i < spec->cell_count * spec->variant_count; i++) {
        struct target *target =
            &spec->cells[i / spec->variant_count].targets[i % spec->variant_count];
        const char *was =
            store_get(store, arena, arena_printf(arena, FACT_VARIANT_REVISION, target->variant));
        if (target->commit && was && strlen(was) == strlen(target->commit))
            target->commit = was;
    }
}
