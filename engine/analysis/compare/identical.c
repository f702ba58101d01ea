// Reading which sides are identical code.
#include "analysis/compare/identical.h"

#include "store/facts.h"

#include <stdlib.h>

bool identical_load(struct arena *arena, struct store *store, size_t cells, size_t variants,
                    bool **identical, struct error *error)
{
    struct stored_fact *facts;
    size_t count = 0;
    *identical = arena_new_array(arena, bool, cells *variants);
    if (!store_facts(store, arena, FACTS_IDENTICAL, &facts, &count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        char *end;
        size_t cell = strtoull(facts[i].key, &end, 10);
        size_t variant = *end == '.' ? strtoull(end + 1, NULL, 10) : variants;
        if (cell < cells && variant < variants)
            (*identical)[cell * variants + variant] = true;
    }
    return true;
}
