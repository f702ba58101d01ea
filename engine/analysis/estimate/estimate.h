// The estimate of one metric of one variant in a cell, and its ratio to the baseline's.
#pragma once

#include "analysis/estimate/decomposition.h"
#include "model/level.h"
#include "model/verdict.h"
#include "stats/dependence.h"
#include "stats/interval.h"
#include "stats/quantile.h"
#include "stats/ratio_test/ratio_test.h"
#include "stats/statistic.h"
#include "store/results/catalogue.h"

struct estimate {
    size_t cell, variant, metric;                // indices in the catalogue
    enum level level[LEVELS_MAX];                // of the components, from the bottom
    size_t fewest[LEVELS_MAX], most[LEVELS_MAX]; // repetitions of a level in any unit above it
    struct components components;                // the interval rests on its top units
    struct block_means blocks;                   // their means; none where they are no blocks
    struct dependence dependence;                // of top units; of none where they have no order
    struct decomposition decomposition;          // of the variance, maybe by the pilot
    struct interval interval;                    // of the mean
    struct order_statistics order;               // of all samples, whatever their level
    // The reported value: the mean, or the summary statistic that the experiment selects
    // (analysis/estimate/summary_statistics.h).
    struct statistic summary;
    const char *summary_name; // "percentile 95"
    bool defined;             // false: the values have no such statistic
    double value;
    struct interval range; // of the value; df is 0 unless it is the mean
    bool may_be_negative;  // the metric has a negative sample: it is no time, size, count or rate
    size_t group;          // the bootstrap takes one of this many consecutive values; 1: all
};

// A variant against the baseline, the first variant of the experiment.
struct variant_ratio {
    const struct estimate *old, *new;
    struct ratio_test test; // of the means
    double confidence;      // of the interval: simultaneous with all others in the same metric
    struct ratio ratio;     // new / old, of the estimates' summary statistic
    enum verdict verdict;
};

// Whether the mean is reported.
bool is_mean(const struct estimate *estimate);

// False: the interval of the mean or value reaches below 0, where the quantity never is. It is at
// most `high`; `low` only says how wide the interval is.
bool interval_has_low(const struct estimate *estimate, const struct interval *interval);

// Reports the mean.
void estimate_take_mean(struct estimate *estimate);

// The series of the estimate in a phase, or NULL.
const struct series_entry *estimate_series(const struct catalogue *catalogue,
                                           const struct estimate *estimate, enum phase phase);
