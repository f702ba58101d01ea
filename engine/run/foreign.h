// Samples of other harnesses, Google Benchmark and hyperfine, from the JSON that they write.
#pragma once

#include "base/arena.h"
#include "base/text.h"
#include "model/sampling.h"

#include <stddef.h>
#include <stdint.h>

struct foreign_samples {
    double *wall_s; // of each repetition, per iteration
    size_t count;
    double *cpu_s; // likewise; of hyperfine only one, the mean of its runs
    size_t cpu_count;
    double iterating_s;  // in all iterations of all repetitions
    uint64_t iterations; // in each repetition; 0: not said, or not the same
};

// Are samples of this kind read from such JSON?
bool sampling_is_foreign(enum sampling_kind kind);

// Does the command itself say how many samples the harness takes?
bool foreign_counts_itself(enum sampling_kind kind, const struct text_list *command);

// The first word of a command that only the engine may give, or NULL.
const char *foreign_own_word(enum sampling_kind kind, const struct text_list *command);

// Adds what makes the harness write its JSON to `path` and take so many samples (0: as many as it
// likes).
void foreign_ask(struct arena *arena, enum sampling_kind kind, const char *path, size_t samples,
                 struct text_list *arguments);

// What stands in the JSON, once the harness has ended; at least one sample. NULL, or why not: "no
// JSON: …", "it has several benchmarks: …", "'BM_sort' failed: …" …
const char *foreign_parse(struct arena *arena, enum sampling_kind kind, const char *json,
                          size_t length, struct foreign_samples *samples);

// Takes the first ones away: fewer than there are.
void foreign_cut(struct foreign_samples *samples, size_t count);

// foreign_parse() of a file.
const char *foreign_read(struct arena *arena, enum sampling_kind kind, const char *path,
                         struct foreign_samples *samples);
