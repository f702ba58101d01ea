// The readers of other benchmark harnesses: one const struct in a file of readers/, and a line
// below. docs/harnesses.md.
#pragma once

#include "run/harness/output.h"

struct json_t;

enum { HARNESS_BYTES_MOST = 64 << 20 };

// The output of a harness, for a reader.
struct harness_input {
    const char *name; // of a benchmark that the output does not name
    const char *bytes;
    size_t length;
    const struct json_t *json; // of bytes that are JSON, else NULL
    bool asked;                // of an execution, which eswexp has asked for repetitions
};

// Options that the engine adds to a command that uses the harness, so that it writes `file` and
// takes a number of samples. All are NULL of a harness that has none.
struct harness_options {
    const char *file;      // before "=PATH"
    const char *format;    // before "=json"; NULL: none
    const char *count;     // before "=NUMBER"; NULL: the command alone sets it
    const char *counts[7]; // options by which a command sets the number itself
};

struct harness_reader {
    const char *title; // "Google Benchmark"
    struct harness_options options;
    bool is_json;       // else it is text
    bool times_cpu;     // it has a CPU time for each time
    bool alternatives;  // its results are variants of one benchmark: commands
    const char *choose; // what to do about several benchmarks in one execution: a clause

    // Is it output of this harness? It may be of another version, or damaged.
    bool (*accepts)(const struct harness_input *input);

    // Fills an empty output. NULL, or why that fails (harness_fail()). What one benchmark says of
    // its own failure is a harness_fault(). It need not check that there are values.
    const char *(*read)(const struct harness_input *input, struct harness_output *output);
};

// A new reader is a const struct in a file of readers/, and a line here with its word for
// `samples`. Output is of the first reader that accepts it.
// clang-format off
#define EVERY_HARNESS(each) \
    each(google_benchmark, "google-benchmark") \
    each(hyperfine, "hyperfine") \
    each(go, "go") \
    each(criterion, "criterion") \
    each(divan, "divan") \
    each(catch2, "catch2") \
    each(nanobench, "nanobench") \
    each(pytest_benchmark, "pytest-benchmark") \
    each(pyperf, "pyperf") \
    each(jmh, "jmh") \
    each(benchmarkdotnet, "benchmarkdotnet") \
    each(julia, "julia")
// clang-format on

// All readers and, in the same order, their words; NULL-terminated.
extern const struct harness_reader *const harness_readers[];
extern const char *const harness_names[];

// The reader of one of these words.
const struct harness_reader *harness_reader_of(const char *word);

// Does a reader accept it, or is it at least JSON?
bool harness_recognizes(const char *bytes, size_t length);

// Reads the output of a harness; `*reader` NULL: of the one that accepts it, which is then set.
// NULL with at least one value or fault, or why that fails.
// `name`: of a benchmark that the output does not name.
const char *harness_parse(const struct harness_reader **reader, const char *name, const char *bytes,
                          size_t length, struct harness_output *output);
