// What the readers of JSON have in common.
#pragma once

#include "run/harness/output.h"

#include <jansson.h>

// Reads JSON, also such as jansson refuses: numbers that it cannot hold, NaN and Infinity become
// null (whole numbers become reals where they can), NUL, lone surrogates and bytes that are not
// UTF-8 become '?', and what lies deeper than any harness writes becomes null. A key that an object
// has twice gets a note. NULL with `trouble`: damaged. The caller releases the result.
json_t *harness_json(struct harness_output *output, const char *bytes, size_t length,
                     json_error_t *trouble);

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

// Sets a condition whose value is text, a number, or true or false; others set none.
void harness_scalar_condition(struct harness_output *output, bool machine, const char *name,
                              const json_t *value);

// The same of each of these keys that an object has; NULL-terminated.
void harness_conditions(struct harness_output *output, bool machine, const json_t *object,
                        const char *const *keys);

// Sets, of each of these keys that an object has, what a benchmark is: with other values it is
// another. Lists and objects are taken as JSON; NULL-terminated.
void harness_define(struct harness_output *output, const char *benchmark, const json_t *object,
                    const char *const *keys);

// How many entries have each name, as an object that the caller releases.
json_t *harness_name_counts(const json_t *entries, const char *key);
