// What disturbed executions, as they were stored.
#pragma once

#include "model/phase.h"
#include "store/executions.h"
#include "store/results/catalogue.h"

// One kind of disturbance of an attempt.
struct interference_row {
    size_t cell, variant;
    enum phase phase;
    const char *machine, *block, *execution, *kind;
    int attempt;
    size_t count; // at least 1
};
typedef bool interference_visitor(void *context, const struct interference_row *row);

// Calls `visit` for each that counts, in the order of the plan; false from it ends the visit (and
// is no error). Rows live for the call.
NODISCARD bool store_interference_rows(struct store *store, interference_visitor *visit,
                                       void *context, struct error *error);

// Executions that succeeded although they were disturbed.
struct interference_counts {
    size_t cell, variant;
    enum phase phase;
    size_t executions[INTERFERENCE_KINDS];
};

// By cell, variant and phase; of blocks that are whole since the catalogue was read.
NODISCARD bool store_interference_counts(struct store *store, struct arena *arena,
                                         struct interference_counts **rows, size_t *count,
                                         struct error *error);
