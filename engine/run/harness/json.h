// What the readers of JSON have in common.
#pragma once

#include "run/harness/output.h"

#include <jansson.h>

// The string of a key, or "".
const char *harness_text(const json_t *object, const char *key);

// The positive whole number of a key, or 0.
uint64_t harness_count(const json_t *object, const char *key);

// A time in seconds; false: it is no number, negative or not finite.
bool harness_time(const json_t *value, double scale, double *seconds);

// The values of an execution, each a mean of `iterations` (0: unknown).
struct harness_values {
    const char *benchmark;
    const struct harness_metric *metric;
    double scale; // from the numbers of the array to the unit of the metric
    uint64_t iterations;
    size_t execution;
};

// Adds the numbers of an array, whose place in the file is `path`. False, with `why`: it is none,
// or harness_add() failed.
bool harness_add_array(struct harness_output *output, const struct harness_values *values,
                       const char *path, const json_t *array);

// The last 100 bytes of a text, for a message.
const char *harness_shown(const char *text);
