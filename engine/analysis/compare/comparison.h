// Is one side faster than the other? Verdicts on ratios and their intervals (docs/method.md,
// "Verdicts of a comparison").
#pragma once

#include "analysis/estimate/estimates.h"
#include "base/text.h"
#include "model/better.h"
#include "model/function_change.h"

// The position of the whole interval of the ratio new / old of the means. If more is better, slower
// and faster change places.
enum comparison_outcome {
    OUTCOME_INCONCLUSIVE,
    OUTCOME_EQUIVALENT, // within 1 ± equivalence
    OUTCOME_FASTER,     // below 1 - threshold
    OUTCOME_SLOWER,     // above 1 + threshold
    OUTCOME_IDENTICAL,  // no ratio: both sides are identical code
};

// One part of an explained comparison.
struct explained {
    struct ratio ratio; // new / old
    enum comparison_outcome outcome;
};

// Where a comparison's difference comes from (docs/compare.md, "Code or placement").
struct explanation {
    const struct function_difference *functions; // that differ; NULL: they were not compared
    bool measured;                               // as built; else the next two are unset
    struct explained as_built; // of the two builds as the project's own link made them
    struct explained rest;     // as built / code, the comparison's own ratio
};

struct comparison_rules {
    double threshold;   // 0.02: changes up to 2 % do not matter; 0: any change matters
    double equivalence; // 0: as the threshold, or 1 % without one
    // The variant that rebuilds the baseline, or NULL. Its difference from the baseline is the
    // noise floor; changes up to the floor do not count.
    const char *floor_variant;
};

// The margin of `equal`: the equivalence, else the threshold, else 1 %.
double comparison_equivalence(const struct comparison_rules *rules);

// One side against the baseline: one benchmark at one parameter point, in one metric.
struct comparison {
    size_t cell;           // its index in the new side's catalogue
    const char *benchmark; // with its point: "sort n=1000"
    const char *old, *new; // the sides' names
    const char *metric, *unit;
    enum better better;                                 // unknown: treated as less
    const struct estimate *old_estimate, *new_estimate; // NULL: not measured in the real phase
    const char *missing;  // why a side has no result: "new failed: no disk"; NULL: both have one
    const char *only;     // "only in 'DIR'", of a benchmark of one of two campaigns; else NULL
    const char *withheld; // "unfinished: 41 of 150 blocks": why there is no verdict; else NULL
    struct ratio ratio;   // new / old
    double confidence;    // of its interval alone: all in the same metric, at all looks, hold
                          // together with that of the set
    bool paired;          // over the blocks that both sides share
    bool judged;          // unless `only` is set, counts for the exit code; false: a further metric
    bool is_floor;        // the baseline rebuilt against the baseline; never judged
    // The smallest alpha at which the interval leaves 1 ± threshold (or 1 ± the floor in the same
    // cell and metric, if that is wider), of all looks, times the number of verdicts in the metric;
    // at most 1.
    double p;
    enum comparison_outcome outcome;
    enum doubt doubt; // then the outcome is inconclusive
    double margin;    // of `equal`
    // All values of a side are the same, of a metric that a clock or a display rounds: never equal.
    bool coarse;
    // The change, as a share, that 9 of 10 campaigns like this would have called slower or faster;
    // 0: unknown.
    double detectable;
    double equal_within; // the smallest equivalence that calls the sides equal; 0: none
    const struct explanation *explanation; // NULL: none
    struct dependence
        dependence;     // of what pairs add to the ratio, or of the blocks of two campaigns
    bool wider;         // the interval allows for dependence
    size_t wins, pairs; // blocks (layouts) in which the new side was better; 0 of 0 if not paired
};

// The geometric mean of a side's ratios over benchmarks (docs/method.md, "Geometric mean over
// benchmarks"); a side has none if less is better for some benchmarks and more for others.
struct overall {
    const char *new;
    size_t benchmarks;
    struct text_list left_out; // benchmarks without a ratio, each with the reason
    struct ratio ratio;
    enum better better; // as in the comparisons; unknown counts as less
};

struct comparison_set {
    struct comparison_rules rules;
    struct completeness
        completeness; // of two campaigns, that of the first unfinished one, if there is one
    double confidence;
    const struct looks *looks;      // of the campaign; NULL: one
    struct comparison *comparisons; // judged ones first: the worst first, inconclusive ones last
    size_t comparison_count;
    struct text_list unmatched; // variants and metrics of one of two campaigns alone
    struct overall *overalls;   // one per side but the baseline, if there are several benchmarks
    size_t overall_count;
    double floor;  // the largest |ratio - 1| that the rebuilt baseline shows; 0 without one
    size_t family; // number of verdicts that hold together
};

// Compares the variants of one campaign with its first (docs/method.md, "Paired ratio"). The first
// metric of a benchmark is judged. The comparisons point to the estimates. Of an unfinished
// campaign they have neither ratios nor verdicts.
struct comparison_set compare_campaign(struct arena *arena, const struct estimates *estimates,
                                       const struct comparison_rules *rules);

// Compares two campaigns on the benchmarks, points and metrics that both have: variants of the same
// name, or the only variant of each; benchmarks of one campaign alone are listed. Sides are not
// paired. The floor variant is left out, so there is no floor. Fails with EXIT_USAGE if the
// campaigns have nothing in common.
NODISCARD bool compare_campaigns(struct arena *arena, const struct estimates *old,
                                 const struct estimates *new, const struct comparison_rules *rules,
                                 struct comparison_set *comparison_set, struct error *error);
