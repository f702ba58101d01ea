// Failures and missing results in words.
#pragma once

#include "analysis/findings.h"
#include "model/level.h"
#include "model/verdict.h"

// "failed (exit 9)" of a variant of which the cell has no estimate for that reason, else NULL.
const char *failed_wording(struct arena *arena, const struct findings *findings, size_t cell,
                           size_t variant);

// "nothing was measured: …" of a cell without any estimate, else NULL.
const char *nothing_wording(struct arena *arena, const struct findings *findings, size_t cell);

// Of a cell of which something is missing both of the above in one line, else NULL.
const char *missing_wording(struct arena *arena, const struct findings *findings, size_t cell);

// "2 of 12 executions failed for good and were dropped (O3: exit 2 ×2)", or NULL.
const char *failures_wording(struct arena *arena, const struct findings *findings, size_t cell);
