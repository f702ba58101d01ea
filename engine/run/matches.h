// Numbers that a pattern finds in a benchmark's output.
#pragma once

#include "base/arena.h"
#include "base/error.h"

#include <stddef.h>

struct matches {
    double *values; // scaled
    size_t count;
};

// Every match of the POSIX extended regular expression in every line of `output` (`length` bytes,
// NUL-terminated; cut into lines here) gives the number in its first group times `scale`. NULL, or
// why not: "no samples: nothing matched '…'", "sample 2, 'fast', is not a number".
const char *matches_find(struct arena *arena, const char *pattern, double scale, char *output,
                         size_t length, struct matches *matches);
