// Which address of which function goes with the times of builds? Pure numbers.
// docs/method.md, "Addresses of functions".
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SUSPECTS_MOST = 3, PAGE_BYTES = 4096 };

struct searched_function {
    const char *name;
    uint64_t size;             // bytes
    const uint64_t *addresses; // by build
};

// What a build has or has not. All can be set and unset by `randomize.place`.
enum property {
    PROPERTY_ADDRESS, // `function` begins at `offset` modulo `modulus`
    PROPERTY_PAGE,    // `function` crosses a multiple of PAGE_BYTES
    PROPERTY_SETS,    // `function` and `other` share lines of 64 bytes modulo PAGE_BYTES
};

struct hypothesis {
    enum property property;
    size_t function, other; // indices
    uint32_t offset, modulus;
    size_t builds;     // that have it
    double difference; // of the mean log times of builds with it and without
    double p;
};

struct symbol_search {
    const struct searched_function *functions;
    size_t function_count, build_count;
    struct hypothesis *hypotheses;
    size_t count;
    const struct hypothesis *suspects[SUSPECTS_MOST]; // the smallest p first, no function twice
    size_t suspect_count;
};

// Tests every property that at least 3 builds have and 3 have not; of pairs only those among the
// first `paired` functions. `log_times`: by build. Borrows the functions; the rest is in the arena.
struct symbol_search symbol_search_of(struct arena *arena,
                                      const struct searched_function *functions,
                                      size_t function_count, size_t paired, const double *log_times,
                                      size_t build_count);

// "hash_mix at 48 modulo 64".
const char *hypothesis_wording(struct arena *arena, const struct symbol_search *search,
                               const struct hypothesis *hypothesis);
