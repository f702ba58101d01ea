// What disturbed executions, as they were stored.
#pragma once

#include "store/catalogue.h"

// "migration", "involuntary_switch", "throttling".
const char *disturbance_name(enum disturbance kind);

// One kind of disturbance of an attempt.
struct disturbance_row {
    size_t cell, variant;
    enum phase phase;
    const char *machine, *block, *execution, *kind;
    int attempt;
    size_t count; // at least 1
};
typedef bool disturbance_visitor(void *context, const struct disturbance_row *row);

// Calls `visit` for each that counts, in the order of the plan; false from it ends the visit (and
// is no error). Rows live for the call.
NODISCARD bool store_disturbances(struct store *store, disturbance_visitor *visit, void *context,
                                  struct error *error);

// Executions that succeeded although they were disturbed.
struct disturbed {
    size_t cell, variant;
    enum phase phase;
    size_t executions[DISTURBANCES];
};

// By cell, variant and phase; of blocks that are whole since the catalogue was read.
NODISCARD bool store_disturbed(struct store *store, struct arena *arena, struct disturbed **rows,
                               size_t *count, struct error *error);
