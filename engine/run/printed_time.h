// The time of an iteration, or the rate, that a program prints.
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

// The value of `samples` that reads it: "{pattern: '([0-9.]+) ns/op', unit: ns}", or of a rate
// "{pattern: '([0-9.]+) ops/s', unit: ops/s, better: more}", in the arena. NULL: `output` (`length`
// bytes, NUL-terminated) has no such number, or several, which may be of different benchmarks.
const char *printed_time_samples(struct arena *arena, const char *output, size_t length);

// Whether it has one or more.
bool printed_time_is_in(struct arena *arena, const char *output, size_t length);
