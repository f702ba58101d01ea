// Other summaries than the mean: their values, intervals and ratios, by bootstrap.
#pragma once

#include "analysis/estimate/estimates.h"

// The work is bounded: replicates are as many as BOOTSTRAP_WORK draws allow, over all that is
// summarised, and of a series of more than SUMMARY_VALUES values, one of every so many consecutive
// ones of an execution is taken at random (of a minimum, the smallest).
enum {
    REPLICATES_MOST = 2000,
    REPLICATES_LEAST = 200,
    BOOTSTRAP_WORK = 200000000,
    SUMMARY_VALUES = 1 << 17,
};

// What the store's experiment asks for. Reads the samples of what is no mean once more; the random
// numbers are the same each time.
NODISCARD bool summary_statistics_load(struct arena *arena, struct store *store,
                                       struct estimates *estimates, struct error *error);

// The same summary for all, whatever the experiment asks for.
NODISCARD bool summary_statistics_choose(struct arena *arena, struct store *store,
                                         struct estimates *estimates,
                                         const struct statistic *summary, struct error *error);
