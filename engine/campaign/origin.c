// Where a campaign's numbers come from.
#include "campaign/origin.h"

#include "base/clock.h"
#include "machine/fingerprint.h"
#include "source/revision.h"

static bool record_machine(struct arena *arena, struct store *store, struct error *error)
{
    struct machine_facts facts = machine_fingerprint(arena, "");
    for (size_t i = 0; i < facts.count; i++) {
        const struct machine_fact *fact = &facts.items[i];
        const char *key = arena_printf(arena, "machine.%s", fact->name);
        const char *value =
            fact->value ? fact->value : arena_printf(arena, "not available here: %s", fact->why);
        if (!store_set(store, key, value, error))
            return false;
        if (text_equal(fact->name, "host") && fact->value &&
            !store_set(store, "host", fact->value, error))
            return false;
    }
    return true;
}

static bool record_toolchains(const struct workbench *workbench, struct error *error)
{
    size_t count = workbench->spec->cell_count * workbench->spec->variant_count;
    for (size_t i = 0; i < count; i++) {
        const struct station *station = &workbench->stations[i];
        const char *key = arena_printf(workbench->arena, "toolchain.%s.%s",
                                       station->target->benchmark, station->target->variant);
        if (station->toolchain && !store_set(workbench->store, key, station->toolchain, error))
            return false;
    }
    return true;
}

bool origin_record(const struct workbench *workbench, const struct text_list *missing,
                   struct error *error)
{
    struct store *store = workbench->store;
    char now[32];
    clock_utc(now);
    for (size_t i = 0; i < missing->count; i++) {
        if (!store_event(store, "layout", missing->items[i], error))
            return false;
    }
    return record_machine(workbench->arena, store, error) && record_toolchains(workbench, error) &&
           store_set(store, "revision", source_revision(workbench->arena, workbench->spec->folder),
                     error) &&
           store_set(store, "version", ESWEXP_VERSION, error) &&
           store_set(store, "started", now, error);
}
