// Rules as facts, and the equivalence that a precision can decide.
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
    struct comparison_rules rules = {
        .threshold = share_of(arena, store, FACT_COMPARE_THRESHOLD),
        .equivalence = share_of(arena, store, FACT_COMPARE_EQUIVALENCE),
        .floor_variant = rebuilt ? catalogue->variants[rebuilt] : NULL};
    double chosen = share_of(arena, store, FACT_COMPARE_CHOSEN);
    rules.chosen = chosen > 0 && comparison_equivalence(&rules) <= 0;
    if (rules.chosen)
        rules.equivalence = chosen;
    return rules;
}

double deciding_half_width(double equivalence)
{
    return DECIDING_SHARE * equivalence;
}

double default_equivalence(double half_width)
{
    static const double choices[] = {0.005, 0.01, 0.02, 0.05};
    size_t last = sizeof choices / sizeof *choices - 1, i = 0;
    while (i < last && half_width > deciding_half_width(choices[i]))
        i++;
    return choices[i];
}
