// Interference with executions, as it was stored.
#pragma once

#include "model/phase.h"
#include "store/executions.h"
#include "store/results/catalogue.h"

// One kind of interference with an attempt.
struct interference_row {
    size_t cell, variant;
    enum phase phase;
    const char *machine, *block, *execution, *kind;
    int attempt;
    size_t count; // at least 1
};
typedef bool interference_visitor(void *context, const struct interference_row *row);

// Calls `visit` for each row of the present fingerprint, in the order of the plan, until it returns
// false, which is no error. Rows live for the call.
NODISCARD bool store_interference_rows(struct store *store, interference_visitor *visit,
                                       void *context, struct error *error);

// Numbers of executions that succeeded with interference.
struct interference_counts {
    size_t cell, variant;
    enum phase phase;
    size_t executions[INTERFERENCE_KINDS];
};

// By cell, variant and phase, of the blocks that were complete when the catalogue was read.
NODISCARD bool store_interference_counts(struct store *store, struct arena *arena,
                                         struct interference_counts **rows, size_t *count,
                                         struct error *error);
