// Samples from the JSON of other harnesses: Google Benchmark and hyperfine.
#pragma once

#include "base/arena.h"
#include "base/text.h"
#include "model/sampling.h"

#include <stddef.h>
#include <stdint.h>

struct foreign_samples {
    double *wall_s; // of each repetition, per iteration
    size_t count;
    double *cpu_s; // likewise; hyperfine has only one, the mean of its runs
    size_t cpu_count;
    double iterating_s;  // time in all iterations of all repetitions
    uint64_t iterations; // in each repetition; 0: unknown or not the same
};

// Does this kind read its samples from JSON?
bool sampling_is_foreign(enum sampling_kind kind);

// Does the command itself set the number of samples?
bool foreign_counts_itself(enum sampling_kind kind, const struct text_list *command);

// The first option of the command that is reserved for the engine, or NULL.
const char *foreign_own_word(enum sampling_kind kind, const struct text_list *command);

// Adds the options that make the harness write JSON to `path` and take this many samples (0: its
// default).
void foreign_ask(struct arena *arena, enum sampling_kind kind, const char *path, size_t samples,
                 struct text_list *arguments);

// Parses the JSON of a finished harness into at least one sample. NULL, or why that fails: "no
// JSON: …", "it has several benchmarks: …", "'BM_sort' failed: …" …
const char *foreign_parse(struct arena *arena, enum sampling_kind kind, const char *json,
                          size_t length, struct foreign_samples *samples);

// Removes the first `count` samples; there must be more.
void foreign_cut(struct foreign_samples *samples, size_t count);

// foreign_parse() of a file.
const char *foreign_read(struct arena *arena, enum sampling_kind kind, const char *path,
                         struct foreign_samples *samples);
