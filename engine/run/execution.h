// One execution of a benchmark: fresh copy, environment of the drawn size, samples collected.
#pragma once

#include "base/arena.h"
#include "base/text.h"
#include "kernels/eswexp.h"
#include "machine/rapl.h"
#include "model/process_settings.h"
#include "model/sampling.h"
#include "run/environment.h"
#include "run/foreign.h"
#include "run/launcher.h"
#include "run/metrics.h"

// What to execute. Pointers are borrowed for the call.
struct execution_request {
    const char *binary;       // built file to copy to `copy_to` afresh; NULL: nothing was built
    const char *copy_to;      // constant path
    const char *program;      // as execution_program() takes it: the copy or what may run it
    char *const *arguments;   // argv, every ${name} resolved, NULL-terminated
    char *const *environment; // "NAME=value" of the experiment, resolved, NULL-terminated
    const char *folder;       // absolute
    const int *cpus;
    size_t cpu_count;
    double timeout_s;
    uint64_t memory_limit_bytes; // as in struct launch
    struct address_layout address_layout;
    struct process_settings process_settings;
    struct sampling sampling;
    size_t warmup, iterations; // for SAMPLING_ESWEXP, and for what counts as it is told
    const char *json;          // where a foreign harness is told to write it, or NULL
    bool told_count;           // and warm-up and iterations are how many samples it is to take
    size_t enough;             // iterations that do once patience_s is over; 0: all are needed
    double patience_s;
    double minimum_time_s;
    uint64_t batch;          // iterations in every sample; 0: by minimum_time_s
    enum esw_clock clock;    // for SAMPLING_ESWEXP
    uint32_t wanted;         // enum esw_want bits of the meters
    uint64_t figures;        // their figure_bit()s; the harness counts what it can of them itself
    const struct rapl *rapl; // looked at right before and after, of one alone; or NULL
    bool metrics;            // look for what it reports; of several run in order, the last
};

// What was observed; meters turn it into values. Memory belongs to the arena of the call.
struct observation {
    struct outcome outcome;
    struct sampling sampling;
    const struct esw_header *header;  // SAMPLING_ESWEXP: a copy of the harness's header, else NULL
    const struct esw_sample *records; // copies; calibration and warm-up first, flagged
    size_t record_count;
    uint64_t counted;      // figure_bit()s that the harness was asked for,
    const double *counts;  // so many for each record, in order, unscaled; below 0: not known
    const double *matches; // SAMPLING_PATTERN, scaled
    size_t match_count;
    struct foreign_samples foreign; // of a foreign harness, after warm-up
    struct said_metrics metrics;    // where they were asked for
    const char *failure; // NULL, or why this execution does not count: "exit 3", "signal 11
                         // (Segmentation fault)", "timeout after 60 s", "no samples: …", "3 of 10
                         // samples", "sample 3 is not a finite number", "its own check failed" …
    const char *output;  // of a failure: the last lines of its stdout and stderr, for people
    struct rapl_reading *readings; // before and after it, if asked for
};

// What a command's first word executes: a path from `folder`, or a name on the PATH of
// `environment`. Absolute; NULL if there is no such program.
const char *execution_program(struct arena *arena, const char *word, const char *folder,
                              char *const *environment);

// The last lines of its stdout and stderr, until the launcher runs the next.
const char *execution_last_words(struct arena *arena, const struct launcher *launcher,
                                 const struct outcome *outcome);

// Runs them in order, as many as launcher_run() does: `ended` of them, each with its observation.
// More than one (LAUNCH_QUEUE_MOST at most) only where nothing was built and samples come from the
// process. A failure of the benchmark is in its observation, even if it ended the launcher; false
// is the engine's own trouble.
NODISCARD bool execution_run(struct arena *arena, struct launcher *launcher,
                             const struct execution_request *requests, size_t count,
                             struct observation *observations, size_t *ended, struct error *error);
