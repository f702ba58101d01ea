// What a store's samples show: variances, estimates, ratios, and what must be said about them.
#pragma once

#include "analysis/diagnostics/clocks.h"
#include "analysis/estimate/levels.h"
#include "model/level.h"
#include "model/phase.h"
#include "model/verdict.h"
#include "stats/independence.h"
#include "stats/interval.h"
#include "stats/quantile.h"
#include "stats/ratio.h"
#include "stats/statistic.h"
#include "store/outcomes.h"

// One metric of one variant of a cell.
struct estimate {
    size_t cell, variant, metric;                // indices in the catalogue
    enum level level[LEVELS_MAX];                // of the components, from the bottom
    size_t fewest[LEVELS_MAX], most[LEVELS_MAX]; // repetitions of a level anywhere
    struct components components;                // its top units are what the interval rests on
    double shares[LEVELS_MAX];
    struct interval interval;      // of the mean
    struct order_statistics order; // of all samples, whatever their level
    // What is reported: the mean, or the summary that was asked for (analysis/summaries.h).
    struct statistic summary;
    const char *summary_name; // "percentile 95"
    bool defined;             // false: the values have no such summary
    double value;
    struct interval range; // of the value; df is 0 unless it is the mean
    size_t group;          // of so many consecutive values it is of one; 1: of all
};

// A variant against the baseline, the first variant of the experiment.
struct variant_ratio {
    const struct estimate *old, *new;
    struct ratio ratio; // new / old, of the estimates' summary
    enum verdict verdict;
};

// What was seen of one series beside its values (analysis/evidence.h).
struct series_diagnostics {
    const struct estimate *estimate;
    bool looked_at; // else it is one of too many, and only what disturbed it is known
    // Steady state, of executions with enough iterations: the pilot's, warm-up included, where
    // there are any, else the real experiment's.
    enum phase phase;                 // of those executions
    size_t executions, steady, never; // looked at; of these steady, never steady
    size_t warmup;                    // median of the steady ones
    enum phase iterations_phase;      // real if executions have enough iterations there
    struct independence iterations;   // within executions, after the warm-up that was cut
    struct independence top;          // of the top units' means, in the order they were measured
    size_t outliers;                  // samples far beyond the others of their execution
    size_t samples;                   // that were looked at for them
    bool bimodal;                     // means of top units form two groups
    double modes[2], mode_share;      // their centres, and the share of the higher one
    bool drift_known, drifted;        // means of top units over time: rank trend, p <= 1 %
    double drift, drift_p;            // last tenth over first tenth, minus 1
    size_t migrated, switched;        // executions that were moved or taken off their CPU
    size_t throttled;                 // and those during which the machine throttled
};

enum claim_outcome { CLAIM_INCONCLUSIVE, CLAIM_SUPPORTED, CLAIM_REFUTED };

struct judged_claim {
    const char *text; // as written
    enum claim_outcome outcome;
    const char *reason; // "speedup of O3 is 1.07 [1.05, 1.09]", with the cell that decides
};

struct cell_findings {
    enum phase phase; // real if the cell has any such samples, else pilot
    bool measured;    // it has samples at all
    struct slice pilot;
    const struct estimate *estimates; // by metric and variant
    size_t estimate_count;
    const struct variant_ratio *variant_ratios;
    size_t variant_ratio_count;
    const struct dimension_row *dimensions;
    size_t dimension_count;
    const struct failure_row *failures; // by variant
    size_t failure_count;
    struct cell_progress progress;
};

struct canary_series; // analysis/diagnostics/canary.h
struct derived;       // analysis/derive/derived.h
struct profile_row;   // store/profiles.h

// Everything a report says; lives in the arena.
struct findings {
    const char *experiment, *question, *seed; // "" where unknown
    double confidence, precision;             // precision 0: unknown
    bool quick, closed_form;                  // how repetitions were chosen
    bool fixed[LEVEL_MACHINE + 1];            // the file says how often a level is repeated
    size_t iteration;                         // 0, or the one iteration that was taken
    size_t replicates;                        // of each bootstrap; 0: none was needed
    struct catalogue catalogue;
    struct cell_findings *cells;
    struct estimate *estimates;
    size_t estimate_count;
    struct variant_ratio *variant_ratios;
    size_t variant_ratio_count;
    struct dimension_row *dimensions;
    size_t dimension_count;
    struct failure_row *failures;
    size_t failure_count;
    struct event_row *events;
    size_t event_count;
    struct clock_fact *clocks; // of different names
    size_t clock_count;
    const struct series_diagnostics
        *diagnostics;                  // by estimate; NULL: diagnostics_load() was not called
    const struct judged_claim *claims; // in the file's order
    size_t claim_count;
    const struct derived *derived;      // or NULL: nothing is
    const struct canary_series *canary; // by machine and its CPUs
    size_t canary_count;
    struct profile_row *profiles; // by cell, variant and rank
    size_t profile_count;
    size_t earlier_blocks; // of cells that were since started anew; nothing else here has them
    const char *machines;  // what differs between several, a sentence; else NULL
};

// Reads a store, in memory that grows with the series in it, not with the samples.
NODISCARD bool findings_load(struct arena *arena, struct store *store, struct findings *findings,
                             struct error *error);

// An estimate of the real phase, or NULL: the pilot only chose how it is measured.
const struct estimate *findings_real(const struct findings *findings, size_t cell, size_t metric,
                                     size_t variant);

// The series that an estimate of the real phase is of.
const struct series_entry *catalogue_series(const struct catalogue *catalogue,
                                            const struct estimate *estimate);

// Why a cell has no such estimate: "C failed (exit 9)", "C was not measured".
const char *why_not_measured(struct arena *arena, const struct findings *findings, size_t cell,
                             size_t variant);
