// Random sets of given sizes and overlap.
#include "sets.h"

#include "../parts/random.h"

#include <stdlib.h>
#include <string.h>

void sets_by_size(const struct set *sets, size_t k, struct set *sorted)
{
    for (size_t i = 0; i < k; i++) {
        struct set set = sets[i];
        size_t to = i;
        for (; to > 0 && sorted[to - 1].count > set.count; to--)
            sorted[to] = sorted[to - 1];
        sorted[to] = set;
    }
}

static double power(double x, uint64_t n)
{
    double product = 1;
    for (; n > 0; n--)
        product *= x;
    return product;
}

// By bisection, as libm is not always linked.
static double root(double x, uint64_t n)
{
    double low = 1, high = x;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (power(middle, n) < x)
            low = middle;
        else
            high = middle;
    }
    return high;
}

size_t sets_count(const struct set_sizes *sizes, size_t i)
{
    if (i == 0)
        return sizes->size;
    if (i + 1 == sizes->sets)
        return sizes->size * sizes->ratio;
    double factor = root((double)sizes->ratio, sizes->sets - 1);
    return (size_t)((double)sizes->size * power(factor, i) + 0.5);
}

static int compare(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

static size_t drop_repetitions(int *values, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || values[kept - 1] != values[i])
            values[kept++] = values[i];
    return kept;
}

// The first `have` values are given.
static void fill(uint64_t *random, int *values, size_t have, size_t count)
{
    while (have < count) {
        for (size_t i = have; i < count; i++)
            values[i] = (int)(random_next(random) >> 33);
        qsort(values, count, sizeof(*values), compare);
        have = drop_repetitions(values, count);
    }
}

void sets_fill(const struct set_sizes *sizes, uint64_t *random, int *values, struct set *sets)
{
    size_t common = sizes->size * sizes->overlap / 100;
    const int *smallest = values; // until it is filled up, it is what is common
    fill(random, values, 0, common);
    for (size_t i = sizes->sets; i-- > 0;) {
        size_t before = 0;
        for (size_t j = 0; j < i; j++)
            before += sets_count(sizes, j);
        int *own = values + before;
        memmove(own, smallest, common * sizeof(*own));
        fill(random, own, common, sets_count(sizes, i));
        sets[i] = (struct set){own, sets_count(sizes, i)};
    }
}
