// The catalogue: names, cells, and which series of samples a store has.
#pragma once

#include "model/better.h"
#include "model/phase.h"
#include "store/store.h"

struct stored_cell {
    const char *benchmark;
    const char *entry;  // in the experiment file; a benchmark of a suite is ENTRY/NAME
    size_t stored;      // its index in the store; benchmarks of a suite share one
    const char **point; // one value per axis
    bool execution_level, build_level; // such a level is part of it
    bool paced;                        // the harness iterates as often as it is told
    bool dimensioned;                  // the next four are known
    size_t warmup, pilot_iterations;   // struct stored_dimensioning
    double half_width, cost_s;
};

struct stored_metric {
    const char *name, *unit;
    enum better better; // from the experiment; else less for a time, unknown for other units
    bool extra;         // a custom metric that `measure` does not name
    bool incidental;    // it counts rare events, and `measure` has another metric before it
    bool counts;        // an amount, which neither a clock nor chance makes equal
};

// Whether the metric decides the counts, to reach the precision.
static inline bool metric_is_sized(const struct stored_metric *metric)
{
    return !metric->extra && !metric->incidental;
}

// The samples of one metric of one variant of a cell in one phase, without blocks that are still
// open.
struct series_entry {
    size_t cell, variant, metric;      // indices in the catalogue
    size_t stored_cell, stored_metric; // in the store
    enum phase phase;
    size_t longest;        // most values of one execution
    size_t machines;       // on which it was measured
    size_t executions, of; // that have values, and that count in all; of: 0, not known
};

// Whether some executions have no values: the series may be biased.
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
    const struct stored_cell *stored; // as in the store: of builds, attempts and profiles
    size_t stored_count;
};

static inline bool cell_is_of_suite(const struct stored_cell *cell)
{
    return cell->entry && cell->benchmark != cell->entry;
}

// Whether the cell is the first of those that share builds and executions.
static inline bool cell_leads(const struct catalogue *catalogue, size_t cell)
{
    return cell == 0 || catalogue->cells[cell].stored != catalogue->cells[cell - 1].stored;
}

// As in the store, where a suite is one cell whose metrics are suite_metric(); analysis_load()
// divides it. Everything lives in the arena.
NODISCARD bool store_catalogue(struct store *store, struct arena *arena,
                               struct catalogue *catalogue, struct error *error);
