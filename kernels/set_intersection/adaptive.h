// Intersections of many sets at once: each next candidate is looked for by galloping in one set
// after another until it is missed (Demaine, López-Ortiz and Munro, 2000; Barbay and others, 2009).
#pragma once

#include "search.h"

#include "../parts/random.h"

// Goes to the first value that is not below x; false if there is none.
static inline bool gallop(struct set *rest, int x)
{
    size_t at = search_galloping(rest->values, 0, rest->count, x);
    rest->values += at;
    rest->count -= at;
    return rest->count > 0;
}

static inline bool is_at(const struct set *rest, int x)
{
    return search_found(rest->values, 0, rest->count, x);
}

static inline void step_over(struct set *rest)
{
    rest->values++;
    rest->count--;
}

// The candidate is the next element of the set with the fewest left; it is looked for in the others
// in the order of what they have left.
static size_t small_adaptive(const struct set *sets, size_t k, int *out)
{
    struct set rest[SETS_MOST];
    size_t count = 0;
    sets_by_size(sets, k, rest);
    while (rest[0].count > 0) {
        int candidate = rest[0].values[0];
        step_over(&rest[0]);
        size_t s = 1;
        for (; s < k; s++) {
            if (!gallop(&rest[s], candidate))
                return count;
            if (!is_at(&rest[s], candidate))
                break;
            step_over(&rest[s]);
        }
        if (s == k)
            out[count++] = candidate;
        sets_by_size(rest, k, rest);
    }
    return count;
}

// Set after set in a circle; the set that misses the candidate gives the next one.
static size_t sequential(const struct set *sets, size_t k, int *out)
{
    struct set rest[SETS_MOST];
    size_t s = 0, matches = 1, count = 0;
    sets_by_size(sets, k, rest);
    if (rest[0].count == 0)
        return 0;
    for (int candidate = rest[0].values[0];;) {
        if (matches == k) {
            out[count++] = candidate;
            step_over(&rest[s]);
        } else {
            s = s + 1 < k ? s + 1 : 0;
            if (gallop(&rest[s], candidate) && is_at(&rest[s], candidate)) {
                matches++;
                continue;
            }
        }
        if (rest[s].count == 0)
            return count;
        candidate = rest[s].values[0];
        matches = 1;
    }
}

static inline void exchange(struct set *a, struct set *b)
{
    struct set set = *a;
    *a = *b;
    *b = set;
}

// The same, but the next set is drawn from those that have not been asked for this candidate; those
// that have it stand in front.
static size_t random_sequential(const struct set *sets, size_t k, int *out)
{
    struct set rest[SETS_MOST];
    uint64_t random = 1;
    size_t s = 0, matches = 1, count = 0;
    sets_by_size(sets, k, rest);
    if (rest[0].count == 0)
        return 0;
    for (int candidate = rest[0].values[0];;) {
        if (matches == k) {
            out[count++] = candidate;
            step_over(&rest[s]);
        } else {
            s = matches;
            exchange(&rest[s], &rest[s + (size_t)random_below(&random, k - matches)]);
            if (gallop(&rest[s], candidate) && is_at(&rest[s], candidate)) {
                matches++;
                continue;
            }
        }
        if (rest[s].count == 0)
            return count;
        candidate = rest[s].values[0];
        exchange(&rest[0], &rest[s]);
        s = 0;
        matches = 1;
    }
}
