// Sets as sorted arrays without repetitions, and algorithms that intersect them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SETS_MOST = 64, SETS_LARGEST = 1 << 26 };

struct set {
    const int *values; // increasing
    size_t count;
};

// Writes the intersection of k sets, 1 <= k <= SETS_MOST, to `out`, which has room for the smallest
// of them; returns its size.
typedef size_t intersect_sets(const struct set *sets, size_t k, int *out);

struct set_algorithm {
    const char *name;
    intersect_sets *intersect;
};

// End with a NULL name. The second are the same, in the same order, and count their comparisons.
extern const struct set_algorithm set_algorithms[], set_algorithms_counted[];

// Comparisons that they made since this was last asked: pairs of elements looked at.
uint64_t sets_compared(void);

// `sets`, which may be `sorted`, by increasing size.
void sets_by_size(const struct set *sets, size_t k, struct set *sorted);

struct set_sizes {
    uint64_t sets;    // k, at most SETS_MOST
    uint64_t size;    // of the smallest set, at most SETS_LARGEST / ratio
    uint64_t ratio;   // of the largest set to it, those between in equal factors
    uint64_t overlap; // per cent of the smallest set that is in all others
};

// Elements of set i.
size_t sets_count(const struct set_sizes *sizes, size_t i);

// Set i, in `values`. What is to overlap is the same for the same `common`; all else is uniform in
// [0, 2^31), so that little of it is in two sets while they are small beside that.
struct set sets_fill(const struct set_sizes *sizes, size_t i, uint64_t common, uint64_t own,
                     int *values);
