// What a benchmark harness reports: values of each metric of each benchmark. Readers fill it.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "model/better.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HARNESS_NAME_MOST = 500, // bytes of a benchmark's or metric's name, or of a unit
    HARNESS_RESULTS_MOST = 10000,
    HARNESS_VALUES_MOST = 2000000,
};

struct harness_metric {
    const char *name, *unit; // of times "s"
    enum better better;
};

extern const struct harness_metric harness_wall_time, harness_cpu_time;

struct harness_value {
    double number;       // of one iteration; times in seconds, never negative
    uint64_t iterations; // whose mean it is; 0: unknown
    size_t execution;    // from 0: the process that took it; values of one are not independent
};

// All values of a metric of a benchmark, in the order of the file.
struct harness_result {
    const char *benchmark;
    struct harness_metric metric;
    struct harness_value *values;
    size_t count;
    bool summarized;   // the harness kept a mean of its values, not the values
    bool has_zeros;    // times of 0, which a note says
    const char *place; // of its first value, as of harness_at()
};

// What the values were measured with: a machine, a version, the work of one benchmark.
struct harness_condition {
    const char *name, *value;
    const char *benchmark; // NULL: the same for all
    bool machine;          // it says which machine
    bool defines;          // with another value it is another benchmark
};

// A benchmark that says of itself that it failed or was skipped.
struct harness_fault {
    const char *benchmark, *why; // a clause: "failed: no disk"
};

// Zero-initialised but for the arena is empty; everything lies in the arena.
struct harness_output {
    struct arena *arena;
    struct harness_result *results;
    size_t count;
    struct text_list notes; // sentences for the report
    struct harness_condition *conditions;
    size_t condition_count;
    const char *file;    // that is being read, where there are several; NULL: none
    const char *untimed; // what gives times where there are none: a clause; NULL: unknown
    const char *package; // of all its benchmarks; NULL: unknown, or there are several
    bool has_packages;   // several, which names of benchmarks begin with
    const char *why;     // the first failure, with its place; NULL: none
    struct harness_fault *faults;
    size_t fault_count;
    size_t values; // of all results
    char place[HARNESS_NAME_MOST];
    size_t latest;                                 // the result that was asked for last
    size_t *slots;                                 // of a hash table: index + 1
    size_t slot_count;                             // a power of two
    size_t *condition_slots, condition_slot_count; // in the same way
};

// Where the reader is: "line 7", "benchmarks[3].real_time". It precedes the reasons of failures.
void harness_at(struct harness_output *output, const char *format, ...) PRINTF_LIKE(2, 3);

// Sets `why`, unless something failed before, and returns it.
const char *harness_fail(struct harness_output *output, const char *format, ...) PRINTF_LIKE(2, 3);

void harness_fault(struct harness_output *output, const char *benchmark, const char *format, ...)
    PRINTF_LIKE(3, 4);

// The last 100 bytes of a text, for a message.
const char *harness_shown(const char *text);

// Adds a note that is not there yet.
void harness_note(struct harness_output *output, const char *format, ...) PRINTF_LIKE(2, 3);

// The result of this metric, which is added if it is new; NULL: it failed. The pointer holds until
// the next call. Control characters in names become '?'.
struct harness_result *harness_result(struct harness_output *output, const char *benchmark,
                                      const struct harness_metric *metric);

// Sets a condition, unless the value is empty. One that changes gets a note.
void harness_condition(struct harness_output *output, bool machine, const char *name,
                       const char *value);

// Sets a condition of one benchmark, in the same way.
void harness_condition_of(struct harness_output *output, const char *benchmark, bool defines,
                          const char *name, const char *value);

// The condition of a benchmark, or with NULL of all; NULL: there is none.
const struct harness_condition *harness_find_condition(const struct harness_output *output,
                                                       const char *benchmark, const char *name);

// Has an earlier place of the output the same benchmark? That is a failure, with both places.
// `remedy`: a clause.
bool harness_is_twice(struct harness_output *output, const char *benchmark,
                      const struct harness_metric *metric, const char *remedy);

bool harness_has(const struct harness_output *output, const char *benchmark,
                 const struct harness_metric *metric);

// Adds a value to harness_result(). False, with `why`: it is not finite, it is a negative time, or
// there are too many.
bool harness_add(struct harness_output *output, const char *benchmark,
                 const struct harness_metric *metric, const struct harness_value *value);

// Puts the package, if it is known, before all names. NULL, or why that fails.
const char *harness_qualify(struct harness_output *output);
