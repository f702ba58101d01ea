// Summary statistics other than the mean: values, intervals and ratios by bootstrap
// (docs/method.md, "Other summary statistics", "Hierarchical bootstrap").
#pragma once

#include "analysis/estimate/estimates.h"

// The work is bounded: all series together get as many replicates as BOOTSTRAP_WORK draws allow,
// and a series of more than SUMMARY_VALUES values is thinned: each group of consecutive values of
// an execution is reduced to a random value (for a minimum, the smallest).
enum {
    REPLICATES_MOST = 2000,
    REPLICATES_LEAST = 200,
    BOOTSTRAP_WORK = 200000000,
    SUMMARY_VALUES = 1 << 17,
};

// Reports the statistic that the experiment selects, for every estimate and ratio. Reads the
// samples once more if it is not the mean. The random numbers are the same each time.
NODISCARD bool summary_statistics_load(struct arena *arena, struct store *store,
                                       struct estimates *estimates, struct error *error);

// Reports the same statistic everywhere, whatever the experiment selects.
NODISCARD bool summary_statistics_choose(struct arena *arena, struct store *store,
                                         struct estimates *estimates,
                                         const struct statistic *summary, struct error *error);
