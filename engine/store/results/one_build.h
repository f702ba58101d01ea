// One build of a campaign, to replay it: what was planned, and the samples that it gave.
#pragma once

#include "model/phase.h"
#include "store/store.h"

#include <stdint.h>

// An execution as it was planned.
struct planned_row {
    size_t number; // from 1
    const char *seed;
    size_t warmup, iterations;
};

// The samples of one metric of one execution.
struct sample_row {
    size_t execution; // number
    size_t metric;    // index in the catalogue
    double *values;
    size_t count;
};

struct one_build {
    int64_t id;
    const char *seed;
    struct planned_row *executions; // by number
    size_t execution_count;
    struct sample_row *samples; // by execution and metric
    size_t sample_count;
};

// Reads the build that `number`, a cell and a variant name into the arena; 0 executions: there is
// none that succeeded.
NODISCARD bool store_one_build(struct store *store, struct arena *arena, size_t cell,
                               size_t variant, enum phase phase, size_t number,
                               struct one_build *build, struct error *error);
