// Data that the steps of judging one claim share.
#pragma once

#include "analysis/claims/claims.h"
#include "spec/expression/claim.h"

struct claim_context {
    struct arena *arena; // of this claim
    struct store *store;
    const struct estimates *estimates;
    bool quick; // the campaign is a quick run
    const struct claim *claim;
};

struct limits {
    double low, high; // infinite where there is none
};

// A claim about one variant, or pair of variants, of one cell.
struct claim_case {
    size_t cell, variant; // of `new`
    const struct estimate *new, *old;
    const char *unknown; // why there is no interval, or NULL
    double value;        // in the claim's unit, as the limits
    struct limits alone; // at the experiment's confidence
    struct limits among; // at the confidence adjusted for the number of cases
    // Of equivalence, two one-sided tests: the limits at 1 - 2 alpha in place of 1 - alpha.
    struct limits one_sided_alone, one_sided_among;
    enum claim_outcome outcome;
    bool adjusted; // the outcome rests on `among`
    double slack;  // from the bound to the limit that is nearest to the wrong side
};

struct claim_cases {
    struct claim_case *items;
    size_t count;
    double confidence, adjusted; // of `alone` and `among`
};

// Every case in the claim's scope, with its limits.
NODISCARD bool claim_cases(const struct claim_context *context, struct claim_cases *cases,
                           struct error *error);

// The ratio new / old as the claim's function reads it: a speedup is old / new, unless more is
// better.
struct ratio claim_ratio(const struct claim_context *context, const struct claim_case *one,
                         const struct ratio *ratio);

// "speedup of O3 over O2 is 1.07 [1.05, 1.09] in sort[n=1000] (95 % interval over 30 builds)", and
// how many cases share the outcome of the deciding one.
const char *claim_reason(const struct claim_context *context, const struct claim_cases *cases,
                         const struct claim_case *decides);
