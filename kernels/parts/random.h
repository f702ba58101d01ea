// Random numbers for inputs: small, fast, the same on every machine (splitmix64, Steele, Lea and
// Flood, OOPSLA 2014).
#pragma once

#include <stddef.h>
#include <stdint.h>

static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

// Uniform in [0, limit), limit > 0; the bias is below limit / 2^64.
static inline uint64_t random_below(uint64_t *state, uint64_t limit)
{
    return (uint64_t)((unsigned __int128)random_next(state) * limit >> 64);
}

// Uniform in [0, 1).
static inline double random_unit(uint64_t *state)
{
    return (double)(random_next(state) >> 11) * 0x1p-53;
}

// A random order of 0 .. n - 1 (Fisher and Yates).
static inline void random_order(uint64_t *state, size_t *order, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t j = (size_t)random_below(state, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
}
