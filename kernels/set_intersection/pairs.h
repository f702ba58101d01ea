// Intersections of two sets, a the smaller. `out` may be a's own array: what is written has been
// read.
#pragma once

#include "search.h"

static size_t linear(const struct set *a, const struct set *b, int *out)
{
    size_t i = 0, j = 0, count = 0;
    while (i < a->count && j < b->count) {
        COMPARED();
        if (a->values[i] < b->values[j]) {
            i++;
        } else if (a->values[i] > b->values[j]) {
            j++;
        } else {
            out[count++] = a->values[i++];
            j++;
        }
    }
    return count;
}

// Each element of a anywhere in b.
static size_t binary(const struct set *a, const struct set *b, int *out)
{
    size_t count = 0;
    for (size_t i = 0; i < a->count; i++) {
        int x = a->values[i];
        size_t at = search_halving(b->values, 0, b->count, x);
        if (search_found(b->values, at, b->count, x))
            out[count++] = x;
    }
    return count;
}

// Each element of a in what is left of b.
static size_t narrowed(const struct set *a, const struct set *b, int *out)
{
    size_t at = 0, count = 0;
    for (size_t i = 0; i < a->count && at < b->count; i++) {
        int x = a->values[i];
        at = search_halving(b->values, at, b->count, x);
        if (search_found(b->values, at, b->count, x))
            out[count++] = x;
    }
    return count;
}

// The same, expected not far from where the last one was found.
static size_t galloping(const struct set *a, const struct set *b, int *out)
{
    size_t at = 0, count = 0;
    for (size_t i = 0; i < a->count && at < b->count; i++) {
        int x = a->values[i];
        at = search_galloping(b->values, at, b->count, x);
        if (search_found(b->values, at, b->count, x))
            out[count++] = x;
    }
    return count;
}

// The median of the smaller in the larger, then what is left of both, then what is right of them
// (Baeza-Yates, 2004).
static size_t halves(struct set a, struct set b, int *out, size_t count)
{
    if (a.count > b.count)
        return halves(b, a, out, count);
    if (a.count == 0)
        return count;
    size_t middle = a.count / 2;
    int x = a.values[middle];
    size_t at = search_halving(b.values, 0, b.count, x);
    bool found = search_found(b.values, at, b.count, x);
    count = halves((struct set){a.values, middle}, (struct set){b.values, at}, out, count);
    if (found)
        out[count++] = x;
    size_t beyond = at + found;
    return halves((struct set){a.values + middle + 1, a.count - middle - 1},
                  (struct set){b.values + beyond, b.count - beyond}, out, count);
}

static size_t baeza_yates(const struct set *a, const struct set *b, int *out)
{
    return halves(*a, *b, out, 0);
}
