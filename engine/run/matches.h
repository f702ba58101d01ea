// Samples that a pattern finds in a benchmark's output.
#pragma once

#include "base/arena.h"
#include "base/error.h"

#include <stddef.h>

struct matches {
    double *values; // scaled
    size_t count;
};

// What the search of a long output may take.
struct match_limits {
    unsigned cpu_s;
    size_t bytes;
};
extern const struct match_limits match_limits;

// Collects the number in the first group of every match of the POSIX extended regular expression in
// every line of `output` (`length` bytes, NUL-terminated; modified), times `scale`. NULL, or why
// that fails: "no samples: nothing matched '…'", "sample 2, 'fast', is not a number".
const char *matches_find(struct arena *arena, const char *pattern, double scale,
                         const struct match_limits *limits, char *output, size_t length,
                         struct matches *matches);
