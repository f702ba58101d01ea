// Reading which variants are as built.
#include "analysis/compare/as_built.h"

#include "store/facts.h"

#include <stdlib.h>

bool as_built_load(struct arena *arena, struct store *store, const struct catalogue *catalogue,
                   const size_t **laid_out, struct error *error)
{
    struct stored_fact *facts;
    size_t count = 0, variants = catalogue->variant_count, all = catalogue->cell_count * variants;
    *laid_out = NULL;
    if (!store_facts(store, arena, FACTS_AS_BUILT, &facts, &count, error))
        return false;
    size_t *table = arena_new_array(arena, size_t, all);
    for (size_t i = 0; i < all; i++)
        table[i] = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        char *end;
        size_t cell = strtoull(facts[i].key, &end, 10);
        size_t variant = *end == '.' ? strtoull(end + 1, NULL, 10) : variants;
        size_t of = strtoull(facts[i].value, NULL, 10);
        if (cell < catalogue->cell_count && variant < variants && of < variant)
            table[cell * variants + variant] = of;
    }
    *laid_out = count ? table : NULL;
    return true;
}

bool is_as_built(const size_t *laid_out, const struct catalogue *catalogue, size_t variant)
{
    for (size_t cell = 0; laid_out && cell < catalogue->cell_count; cell++)
        if (laid_out[cell * catalogue->variant_count + variant] != SIZE_MAX)
            return true;
    return false;
}

size_t as_built_of(const size_t *laid_out, const struct catalogue *catalogue, size_t cell,
                   size_t variant)
{
    const size_t *own = laid_out ? laid_out + cell * catalogue->variant_count : NULL;
    for (size_t i = 0; own && i < catalogue->variant_count; i++)
        if (own[i] == variant)
            return i;
    return SIZE_MAX;
}
