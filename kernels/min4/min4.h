// min4: brings the smallest of every four elements, one from each quarter, into the first quarter.
//
// Let q = n / 4. For every i < q, the elements at i, i + q, i + 2q and i + 3q are a group; the
// first that is smallest in it changes places with the one at i. The last n % 4 elements stay. It
// is a step of finding medians in linear time (Alexandrescu, "Fast Deterministic Selection", 2017).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct min4_pass {
    const char *name;
    void (*run)(int *p, size_t n);
};

// Ends with a NULL name. All compute the same, but for the last, which does nothing.
extern const struct min4_pass min4_passes[];

// Ways to write it that go on where the compiler needs no more help.
void min4_by_arithmetic(int *p, size_t n);
void min4_by_mask(int *p, size_t n);
void min4_centred(int *p, size_t n);

// Fills an array with data of the kind: organ-pipe, random, random01, sorted or real; false if
// there is no such kind, or real data cannot be read here.
bool min4_fill(const char *kind, uint64_t *random, int *values, size_t n);
