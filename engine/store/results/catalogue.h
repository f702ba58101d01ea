// What a store holds, in memory: names, cells, and which series of samples there are.
#pragma once

#include "model/better.h"
#include "model/phase.h"
#include "store/store.h"

struct stored_cell {
    const char *benchmark;
    const char **point;                // one value per axis
    bool execution_level, build_level; // such a level is part of it
    bool paced;                        // the harness iterates as often as it is told
    bool dimensioned;                  // what follows is known
    size_t warmup, pilot_iterations;   // struct stored_dimensioning
    double half_width, cost_s;
};

struct stored_metric {
    const char *name, *unit;
    enum better better; // as the experiment says; of a time less, of anything else unknown
    bool extra;         // `measure` does not name it: benchmarks reported it all the same
    bool incidental;    // `measure` has it behind another one, and it counts rare events
};

// Is it to have the precision asked for?
static inline bool metric_is_sized(const struct stored_metric *metric)
{
    return !metric->extra && !metric->incidental;
}

// The samples of one metric of one variant of a cell in one phase. Blocks that are still open are
// left out.
struct series_entry {
    size_t cell, variant, metric; // indices in the catalogue
    enum phase phase;
    size_t longest;        // most values of one execution
    size_t machines;       // on which it was measured
    size_t executions, of; // that have values, of so many that count; of: 0, not known
};

// Not in every execution: what those would have said is not known.
static inline bool series_is_partial(const struct series_entry *series)
{
    return series->executions < series->of;
}

struct catalogue {
    const char **axes, **variants;
    size_t axis_count, variant_count;
    struct stored_cell *cells;
    size_t cell_count;
    struct stored_metric *metrics; // in the order in which they came
    size_t metric_count;
    struct series_entry *series; // by cell, phase, metric, variant
    size_t series_count;
};

// Everything lives in the arena.
NODISCARD bool store_catalogue(struct store *store, struct arena *arena,
                               struct catalogue *catalogue, struct error *error);
