// Rules as facts, and the precision that decides an equivalence.
#include "analysis/compare/rules.h"

#include "store/facts.h"

#include <stdlib.h>

// 1.96/(2·1.645): both one-sided tests at 5 %, each with a power of 95 %.
static const double DECIDING_SHARE = 0.6;

static double share_of(struct arena *arena, struct store *store, const char *key)
{
    const char *stored = store_get(store, arena, key);
    return stored ? strtod(stored, NULL) : 0;
}

struct comparison_rules comparison_rules_load(struct arena *arena, struct store *store,
                                              const struct catalogue *catalogue)
{
    size_t rebuilt = rebuilt_variant(catalogue);
    return (struct comparison_rules){
        .threshold = share_of(arena, store, FACT_COMPARE_THRESHOLD),
        .equivalence = share_of(arena, store, FACT_COMPARE_EQUIVALENCE),
        .floor_variant = rebuilt ? catalogue->variants[rebuilt] : NULL};
}

double deciding_half_width(double equivalence)
{
    return DECIDING_SHARE * equivalence;
}
