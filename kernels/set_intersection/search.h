// Searches in a sorted array. COMPARED() counts one comparison: it is the includer's.
#pragma once

#include "sets.h"

// The first place in [from, to) whose value is not below x, or `to`.
static inline size_t search_halving(const int *values, size_t from, size_t to, int x)
{
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        COMPARED();
        if (values[middle] < x)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

// The same, in time that grows with the logarithm of the distance to go: steps of 1, 2, 4 … until
// one goes too far (Bentley and Yao, 1976).
static inline size_t search_galloping(const int *values, size_t from, size_t to, int x)
{
    size_t step = 1, last = from; // all before `last` are below x
    while (from < to) {
        COMPARED();
        if (values[from] >= x)
            return search_halving(values, last, from, x);
        last = from + 1;
        from = step < to - from ? from + step : to;
        step *= 2;
    }
    return search_halving(values, last, to, x);
}

// Is x at the place? Nothing is there to compare with at the end.
static inline bool search_found(const int *values, size_t at, size_t to, int x)
{
    if (at == to)
        return false;
    COMPARED();
    return values[at] == x;
}
