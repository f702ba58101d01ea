// Every algorithm for any number of sets; compiled twice, without and with COMPARED() counting.
#pragma once

#include "adaptive.h"
#include "pairs.h"

#include <string.h>

// From the smallest two up: no result in between is larger than the smallest set.
static inline size_t fold(size_t pair(const struct set *a, const struct set *b, int *out),
                          const struct set *sets, size_t k, int *out)
{
    struct set sorted[SETS_MOST];
    sets_by_size(sets, k, sorted);
    if (k == 1 && sorted[0].count > 0)
        memcpy(out, sorted[0].values, sorted[0].count * sizeof(int));
    struct set result = sorted[0];
    for (size_t s = 1; s < k; s++)
        result = (struct set){out, pair(&result, &sorted[s], out)};
    return result.count;
}

static size_t fold_linear(const struct set *sets, size_t k, int *out)
{
    return fold(linear, sets, k, out);
}

static size_t fold_binary(const struct set *sets, size_t k, int *out)
{
    return fold(binary, sets, k, out);
}

static size_t fold_narrowed(const struct set *sets, size_t k, int *out)
{
    return fold(narrowed, sets, k, out);
}

static size_t fold_galloping(const struct set *sets, size_t k, int *out)
{
    return fold(galloping, sets, k, out);
}

static size_t fold_baeza_yates(const struct set *sets, size_t k, int *out)
{
    return fold(baeza_yates, sets, k, out);
}

const struct set_algorithm SET_ALGORITHMS[] = {
    {"linear", fold_linear},
    {"binary", fold_binary},
    {"narrowed", fold_narrowed},
    {"galloping", fold_galloping},
    {"svs", fold_galloping}, // its name where sets are many
    {"baeza-yates", fold_baeza_yates},
    {"small-adaptive", small_adaptive},
    {"sequential", sequential},
    {"random-sequential", random_sequential},
    {NULL, NULL},
};
