// A factor: a randomizer, or a part of it that draws from a stream of its own; or the CPU.
// docs/attribute.md, "Factors".
#pragma once

#include "randomizers/randomizer.h"

enum { FACTORS_MAX = 64 };

struct factor {
    const struct randomizer *kind;
    const char *part; // one of kind->parts; NULL: the whole randomizer
};

// "environment_size", "aslr.stack".
const char *factor_name(struct arena *arena, const struct factor *factor);

// False if no randomizer or part has this name.
bool factor_find(const char *name, struct factor *factor);

// The names of all factors, NULL-terminated.
const char *const *factor_names(struct arena *arena);

// Whether one of them contains the other, or both are the same.
bool factors_overlap(const struct factor *one, const struct factor *other);

// The factors that a use draws, at most FACTORS_MAX: each part, or the randomizer. `linked`: eswexp
// links the program.
size_t use_factors(const struct randomizer_use *use, bool linked, struct factor *factors);
