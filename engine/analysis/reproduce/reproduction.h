// Does a reproduction agree with the campaign? Ratios and claims decide. Means are listed, since a
// slower machine slows all sides alike (docs/method.md, "Reproduction").
#pragma once

#include "analysis/claims/claims.h"
#include "analysis/estimate/estimates.h"

enum reproduction_kind { REPRODUCTION_RATIO, REPRODUCTION_MEAN, REPRODUCTION_CLAIM };

enum reproduction_outcome {
    REPRODUCTION_AGREES,       // the interval allows a change up to the tolerance and excludes a
                               // change of `within`
    REPRODUCTION_DISAGREES,    // the change exceeds the tolerance (Holm-adjusted over everything
                               // that is compared)
    REPRODUCTION_INCONCLUSIVE, // neither, or a side is missing
};

// One quantity of both campaigns; a missing side is NULL.
struct reproduction_item {
    enum reproduction_kind kind;
    const struct estimate *old_mean, *new_mean;        // of a mean
    const struct variant_ratio *old_ratio, *new_ratio; // of a ratio
    const struct judged_claim *old_claim, *new_claim;
    const char *name; // "sort · n=1000: wall_time of O3 against O2"
    const char *gap;  // the reason why the two cannot be compared, or NULL
    bool judged;      // false: listed only (means, extra metrics)
    double change;    // new / old, with its interval at the experiment's confidence
    double low, high; // 0 and infinite: unknown
    double p;         // of a change this large if the true change is within the tolerance; adjusted
    enum reproduction_outcome outcome;
};

struct reproduction_rules {
    double ratio_tolerance, mean_tolerance; // changes up to this are no disagreement: 0.01
    double within;                          // agreement excludes a change of this: 0.1
    bool judge_means;                       // too, on the same model of CPU
    bool same_machine;                      // the same model of CPU
};
extern const struct reproduction_rules reproduction_defaults;

struct reproduction {
    struct reproduction_rules rules;
    double confidence;
    struct reproduction_item *items; // claims, ratios, means: each in the first campaign's order
    size_t count, agreeing, disagreeing, inconclusive; // of the judged ones
    double times; // geometric mean of the changes of `time_count` mean times
    size_t time_count;
};

// The estimates and judged claims of one campaign.
struct reproduction_side {
    struct estimates estimates;
    struct judged_claims claims;
};

// Compares the reported values (means or other summary statistics) of both campaigns; items point
// into the sides' arrays. The change is the ratio of two estimates on a logarithmic scale, with the
// variances of all the means in it (delta method) and Welch and Satterthwaite's degrees of freedom.
// If a side is unfinished, every item is inconclusive, with that as its gap.
struct reproduction reproduction_of(struct arena *arena, const struct reproduction_side *old,
                                    const struct reproduction_side *new,
                                    const struct reproduction_rules *rules);
