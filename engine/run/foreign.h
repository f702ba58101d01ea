// Samples of one execution of another harness.
#pragma once

#include "model/sampling.h"
#include "run/harness/harness.h"
#include "run/metrics.h"

// Those of one benchmark. The arrays live in the arena of the output.
struct foreign_samples {
    double *wall_s; // of each repetition, per iteration
    size_t count;
    double *cpu_s; // likewise; hyperfine has only one, the mean of its runs
    size_t cpu_count;
    double iterating_s;                  // time in all iterations of all repetitions
    uint64_t iterations;                 // in each repetition; 0: unknown or not the same
    struct reported_metrics further;     // its other metrics, one for each value
    const struct harness_output *output; // of all benchmarks, where none was asked for
};

// Does the harness decide alone how many samples it takes, or does the command?
bool foreign_counts_itself(const struct sampling *sampling, const struct text_list *command);

// The first option of the command that is reserved for the engine, or NULL.
const char *foreign_own_word(const struct sampling *sampling, const struct text_list *command);

// Does the engine name the file that the harness writes?
bool foreign_names_file(const struct sampling *sampling);

// Adds the options that make the harness write to `path` and take this many samples (0: its
// default).
void foreign_ask(struct arena *arena, const struct harness_reader *reader, const char *path,
                 size_t samples, struct text_list *arguments);

// The samples of one benchmark among the results. NULL, or why there are none.
const char *foreign_take(const struct harness_output *output, const char *benchmark,
                         struct foreign_samples *samples);

// Parses the output of a finished harness into at least one sample: of its only benchmark, or else
// of the one of that name; without a name only `output` is set. NULL, or why that fails: "no
// samples: it has several benchmarks: …".
const char *foreign_parse(struct arena *arena, const struct harness_reader *reader,
                          const char *benchmark, const char *bytes, size_t length,
                          struct foreign_samples *samples);

// Removes the first `count` samples; there must be more.
void foreign_cut(struct foreign_samples *samples, size_t count);

// foreign_parse() of a file.
const char *foreign_read(struct arena *arena, const struct harness_reader *reader,
                         const char *benchmark, const char *path, struct foreign_samples *samples);
