// Data that the steps of a comparison share: the pairs to compare, and each comparison before its
// verdict.
#pragma once

#include "analysis/compare/comparison.h"
#include "stats/ratio_test/overall_ratio.h"

// The indices of one cell, metric or variant in both catalogues.
struct couple {
    size_t old, new;
};

struct couples {
    struct couple *items;
    size_t count;
};

// The cells, metrics and variants that two campaigns, or the variants of one, have in common.
struct match {
    const struct estimates *old, *new;
    struct couples cells, metrics, variants;
    struct couples lone; // cells of one campaign alone; SIZE_MAX: not in the other
};

// A comparison before its verdict.
struct candidate {
    struct comparison comparison;
    struct ratio_test ratio_test;
    struct couple cell, metric, variant;
    bool primary;                      // in the first metric of its cell
    const struct looks *looks;         // of the campaign; NULL: one
    double together;                   // confidence of its intervals at all looks
    struct explanation *explanation;   // of the comparison; NULL: none
    const struct ratio_test *as_built; // of its as-built variants; NULL: none
};

struct candidates {
    struct candidate *items;
    size_t count;
};

// Matches everything that both campaigns have, except `floor_variant`. Fails with EXIT_USAGE if the
// match is empty.
NODISCARD bool match_campaigns(struct arena *arena, const struct estimates *old,
                               const struct estimates *new, const char *floor_variant,
                               struct match *match, struct error *error);
// "only in 'DIR'".
const char *only_in(struct arena *names, const struct match *match, struct couple lone);
// The variants and metrics that one campaign alone has, each as a sentence.
struct text_list unmatched_of(struct arena *names, const struct match *match,
                              const char *floor_variant);
// Matches every other variant with the first.
struct match match_variants(struct arena *arena, const struct estimates *estimates);

// Every cell, metric and pair of variants, and the lone cells, with names, estimates and ratio
// test. Names live in `names`.
struct candidates candidates_of(struct arena *scratch, struct arena *names,
                                const struct match *match, const char *floor_variant);

// Gives a candidate an explanation, if there is one: what lives longer goes into `arena`.
void explain_begin(struct arena *scratch, struct arena *arena, const struct estimates *estimates,
                   struct candidate *candidate);

// Sets the parts of an explanation, once the candidate has its ratio.
void explain(const struct candidate *candidate, double margin, double equivalence);

// The outcome of a ratio beyond a margin, or by two one-sided tests, whose interval is `tested`,
// within an equivalence (below 0: none). A ratio without an interval is never equal.
enum comparison_outcome outcome_by(const struct ratio *ratio, const struct ratio *tested,
                                   double margin, double equivalence, enum better better);

// The confidence at the look of intervals that hold with this one at all looks.
double own_confidence(const struct candidate *candidate, double together);

// Sets ratios, p and outcomes, and the floor and family of the set.
void candidates_decide(const struct candidates *candidates, struct comparison_set *comparison_set);

// Puts the comparisons into the set in the order of a report, and the means over benchmarks.
void candidates_report(struct arena *scratch, struct arena *arena,
                       const struct candidates *candidates, const struct match *match,
                       struct comparison_set *comparison_set);
