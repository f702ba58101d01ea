// Suites: programs of a project that measure several benchmarks themselves, by a harness.
#pragma once

#include "base/arena.h"
#include "base/text.h"

// How a harness is asked to measure. `quick` bounds its own repetitions and time.
struct suite_harness {
    const char *title, *samples; // "Google Benchmark"; the word of the key `samples`
    const char *arguments, *quick;
    const char *header;    // words in a source that uses it; NULL: it is known otherwise
    const char *macro;     // with these words, too; or NULL
    const char *symbol[2]; // words in a program that uses it, linked statically or not; or NULL
};

struct suite {
    const char *name;                    // of the benchmark in the file
    const char *path;                    // of the program, from the project's folder
    const char *build;                   // the shell line that makes it
    const char *option;                  // of the build that must be on for it, or NULL
    const struct suite_harness *harness; // never NULL
    double seconds;                      // of a quick execution; 0: not tried
    double whole_s;                      // of one with `arguments`, or more than that
    bool is_brief;                       // the file asks for quick executions
};

enum { SUITES_MOST = 8 };

struct suites {
    struct suite items[SUITES_MOST];
    size_t count;
    struct text_list others; // names of those beyond
};

extern const struct suite_harness google_benchmark_suite, go_suite, criterion_suite,
    old_criterion_suite, divan_suite;

// Adds one if its words are plain. One of a known name gets the folders of its path into its name.
void suites_add(struct arena *arena, struct suites *suites, struct suite suite);

// The harness that a source of C++ uses, or that is linked into a program; NULL: none.
const struct suite_harness *harness_of_source(const char *text);
const struct suite_harness *harness_of_program(const char *path);

// The time of one execution of all suites up to which the five minutes of `compare` hold ten blocks
// of two sides, with builds and a trial.
static const double SUITES_HELD_S = 12;

// If `compare` would not hold them otherwise, makes those brief whose quick executions are shorter.
// Returns the time of one execution of all; *brief: how many are.
double suites_fit(struct suites *suites, size_t *brief);

// "eswexp-build/bench --benchmark_min_time=0.05"
const char *suite_command(struct arena *arena, const struct suite *suite, bool is_quick);
