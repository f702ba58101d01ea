// Seeded streams of random numbers, one per (seed, names…), so that a new stream changes no other.
// docs/layouts.md, "Seeds".
#pragma once

#include <stddef.h>
#include <stdint.h>

// The same seed and names give the same numbers on every machine.
struct stream {
    uint64_t state[4];
};

// A 64-bit seed hashed from a parent seed and a name (SplitMix64 over FNV-1a).
uint64_t seed_from(uint64_t seed, const char *name);
uint64_t seed_from_number(uint64_t seed, uint64_t number);

// xoshiro256** (Blackman, Vigna 2018), seeded by SplitMix64.
struct stream stream_from(uint64_t seed);

uint64_t stream_next(struct stream *stream);

// Uniform in [0, bound), without bias; bound > 0.
uint64_t stream_below(struct stream *stream, uint64_t bound);

// Uniform among the multiples of `step` in [low, high]; `low` if there is none.
uint64_t stream_multiple(struct stream *stream, uint64_t low, uint64_t high, uint64_t step);

// Fisher-Yates over `count` elements of `size` bytes.
void stream_shuffle(struct stream *stream, void *elements, size_t count, size_t size);

// A seed from the kernel, if the user gives none.
uint64_t seed_fresh(void);
