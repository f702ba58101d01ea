// Failures and missing results in words.
#pragma once

#include "analysis/findings.h"
#include "model/level.h"
#include "model/verdict.h"

// "exit 9 ×3, given up ×5", without the counts "exit 9, given up"; "" if none failed.
const char *failure_reasons(struct arena *arena, const struct cell_findings *cell, size_t variant,
                            bool counts);

// "failed (exit 9)" if the variant failed and the cell has no estimate of it, "does not report this
// benchmark" of a suite, else NULL.
const char *failed_wording(struct arena *arena, const struct findings *findings, size_t cell,
                           size_t variant);

// "nothing was measured: …" of a cell without any estimate, else NULL.
const char *nothing_wording(struct arena *arena, const struct findings *findings, size_t cell);

// Both of the above in one line if the cell lacks results, else NULL.
const char *missing_wording(struct arena *arena, const struct findings *findings, size_t cell);

// "2 of 12 executions failed for good and are left out (O3: exit 2 ×2)", or NULL; `biased`: other
// executions of the variant were measured.
const char *failures_wording(struct arena *arena, const struct findings *findings, size_t cell,
                             bool *biased);
