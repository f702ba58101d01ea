// Is one side faster than another? Ratios with their intervals, judged against a threshold.
#pragma once

#include "analysis/estimate/estimates.h"
#include "model/better.h"

// By the whole interval of the ratio new / old of the means (METHOD, Intervals). Where more is
// better, what lies below is slower, what lies above faster.
enum comparison_outcome {
    OUTCOME_INCONCLUSIVE,
    OUTCOME_EQUIVALENT, // within 1 ± equivalence
    OUTCOME_FASTER,     // below 1 - threshold
    OUTCOME_SLOWER,     // above 1 + threshold
};

struct comparison_rules {
    double threshold;   // 0.02: changes up to 2 % do not matter; 0: any change
    double equivalence; // 0: the threshold
    // The baseline's rebuilt self among the variants, or NULL: a change not larger than what it
    // shows is not called one.
    const char *floor_variant;
};

// One benchmark (at one parameter point): a side against the baseline, in one metric.
struct comparison {
    const char *benchmark; // with its point: "sort n=1000"
    const char *old, *new; // the sides' names
    const char *metric, *unit;
    enum better better;                                 // unknown: judged as if less were
    const struct estimate *old_estimate, *new_estimate; // NULL: no sample in the real phase
    struct ratio ratio; // new / old at the experiment's confidence, not adjusted
    bool paired;        // over blocks, which both sides share
    bool judged;        // counts for the exit code; else shown only (a further metric)
    bool is_floor;      // the baseline against its rebuilt self; never judged
    // The smallest alpha at which the interval leaves 1 ± threshold (1 ± the floor beside it, if
    // that is more); 1 if the ratio itself does not. Judged ones are Holm-adjusted.
    double p;
    enum comparison_outcome outcome;
    size_t wins, pairs; // blocks (layouts) in which the new side was better; 0 of 0 if not paired
    // What it would take to decide, if the means stay: further blocks per side and their wall time
    // in seconds; 0: decided, or not to be decided by any sensible number. The time is 0, too,
    // where it is not known: in two campaigns, or imported samples.
    size_t more_blocks;
    double more_s;
};

// The geometric mean over benchmarks of a side's ratios, with the interval that their own imply;
// there is none if less is better of some benchmarks and more of others.
struct overall {
    const char *new;
    size_t benchmarks;
    struct ratio ratio;
    enum better better; // as of the contrasts; less where it is unknown of some
};

struct comparison_set {
    struct comparison_rules rules;
    double confidence;
    struct comparison *comparisons; // judged ones first: the worst first, undecided ones last
    size_t comparison_count;
    struct overall *overalls; // one per side but the baseline, where there are several benchmarks
    size_t overall_count;
    double floor;  // the largest |ratio - 1| that the rebuilt baseline shows; 0 without one
    size_t family; // verdicts that Holm's procedure covers
};

// Compares the variants of one campaign with its first, paired over the blocks of the real phase
// that both have. The first metric in which a benchmark was measured is judged. The contrasts refer
// to the findings.
NODISCARD bool compare_campaign(struct arena *arena, struct store *store,
                                const struct estimates *estimates,
                                const struct comparison_rules *rules,
                                struct comparison_set *comparison_set, struct error *error);

// Compares what two campaigns measured of the same benchmarks, points and metrics, variant by
// variant of the same name, or the only variant of each. Sides are not paired, and samples of the
// floor variant are left out: there is no floor. Nothing in common is EXIT_USAGE.
NODISCARD bool compare_campaigns(struct arena *arena, const struct estimates *old,
                                 const struct estimates *new, const struct comparison_rules *rules,
                                 struct comparison_set *comparison_set, struct error *error);
