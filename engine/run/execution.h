// Executes a benchmark: places the program, makes its environment, collects its samples.
#pragma once

#include "base/arena.h"
#include "base/clock.h"
#include "base/text.h"
#include "kernels/eswexp.h"
#include "machine/rapl.h"
#include "model/process_settings.h"
#include "model/sampling.h"
#include "run/foreign.h"
#include "run/launcher/launcher.h"
#include "run/metrics.h"
#include "run/start/built_files.h"
#include "run/start/environment.h"
#include "run/suite.h"

// One execution. Pointers are borrowed for the call.
struct execution_request {
    const struct built_file *built; // none: nothing was built
    size_t built_count;
    const char *program;      // for execution_program(): the copy or a program that runs it
    char *const *arguments;   // argv, every ${name} resolved, NULL-terminated
    char *const *environment; // "NAME=value" of the experiment, resolved, NULL-terminated
    const char *folder;       // absolute
    const int *cpus;
    size_t cpu_count;
    double timeout_s;
    const int *exit_codes; // of success; none: 0 alone
    size_t exit_code_count;
    struct time_limit limit;           // ends it, too
    const volatile sig_atomic_t *stop; // as in struct launch
    uint64_t memory_limit_bytes;       // as in struct launch
    struct address_layout address_layout;
    struct process_settings process_settings;
    struct sampling sampling;
    size_t warmup, iterations; // for SAMPLING_ESWEXP, and for harnesses that are told a count
    const char *benchmark;     // for SAMPLING_HARNESS: its name; NULL: all that it has
    const char *foreign_file;  // that a foreign harness writes; NULL: its standard output
    bool told_count;           // tell the foreign harness to take warmup + iterations samples
    size_t enough;             // iterations that suffice after patience_s; 0: all are needed
    double patience_s;
    double minimum_time_s;
    uint64_t batch;          // iterations in every sample; 0: by minimum_time_s
    enum esw_clock clock;    // for SAMPLING_ESWEXP
    uint32_t wanted;         // enum esw_want bits of the meters
    uint64_t figures;        // figure_bit()s of the meters; the harness counts some of them itself
    const struct rapl *rapl; // energy counters to read before and after a single execution; or NULL
    bool metrics;            // collect custom metrics; of several executions, from the last
    bool lists_files, watches_concurrency; // as in struct launch
    double slowed_s;                       // as in struct launch
};

// The observation of one execution, from which meters collect values. Lives in the arena of the
// call.
struct observation {
    struct outcome outcome;
    struct timespec began; // before the launch, by the clock of files
    struct sampling sampling;
    const struct esw_header *header;  // SAMPLING_ESWEXP: a copy of the harness's header, else NULL
    const struct esw_sample *records; // copies; calibration and warm-up first, flagged
    size_t record_count;
    uint64_t counted;      // figure_bit()s that the harness counted
    const double *counts;  // one per counted figure for each record, unscaled; below 0: unknown
    const double *matches; // SAMPLING_PATTERN, scaled
    size_t match_count;
    struct foreign_samples foreign;  // of a foreign harness, after warm-up
    struct suite suite;              // instead, of all its benchmarks
    struct reported_metrics metrics; // if requested
    const char *failure;             // NULL, or why this execution is invalid: "exit 3", "signal 11
                         // (Segmentation fault)", "timeout after 60 s", "no samples: …", "3 of 10
                         // samples", "sample 3 is not a finite number", "its own check failed" …
    bool out_of_time; // the request's limit ended it, not its own timeout: no failure of its own
    const char *replaced; // a built file that the execution replaced or changed; NULL: none
    int unread;           // errno of reading what the execution left, if that failed; 0
    const char *output;   // of a failed execution: the last lines of its stdout and stderr
    struct rapl_reading *readings; // before and after, if requested
};

// Is this exit code one of those of success? None: 0 alone.
bool exit_code_succeeds(const int *codes, size_t count, int code);

// The absolute path of the program that a command's first word names: a path from `folder`, or a
// name in the PATH of `environment`. NULL if there is none.
const char *execution_program(struct arena *arena, const char *word, const char *folder,
                              char *const *environment);

// Makes a request ready to be launched: copies the built files, pads the environment, finds the
// program. `samples`: the memory file of the harness, or -1.
NODISCARD bool execution_prepare(struct arena *arena, const struct execution_request *request,
                                 int samples, struct launch *launch, struct error *error);

// The last lines of stdout and stderr of the last execution, until the launcher runs the next one.
const char *execution_last_words(struct arena *arena, const struct launcher *launcher,
                                 const struct outcome *outcome);

// Runs the requests in order until launcher_run() stops; the first *ended observations are set.
// More than one request (LAUNCH_QUEUE_MOST at most) only if nothing was built and samples come from
// the process. A failure of the benchmark is part of its observation, even if it ended the
// launcher; false is a failure of the engine.
NODISCARD bool execution_run(struct arena *arena, struct launcher *launcher,
                             const struct execution_request *requests, size_t count,
                             struct observation *observations, size_t *ended, struct error *error);
