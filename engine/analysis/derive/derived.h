// Quantities derived from the variants' means: at each point of the sweep, and over its axes.
#pragma once

#include "analysis/estimate/estimates.h"
#include "stats/ratio.h"

// One number of a quantity: its value at a point, the slope or intercept of a line, the place of a
// step, or the place of a step as the machine reports it (without bounds).
struct derived_term {
    const char *name; // "", "slope", "intercept", "step 1", "L1d", "cache line"
    const char *unit; // "" if there is none, or it is unknown
    bool is_place;    // the value lies on the axis
    double value;
    bool bounded; // low and high are the interval; of a step the neighbouring values of the axis
    bool at_most; // the interval has no low: it would reach below 0, where the quantity never is
    double low, high;          // high is infinite where only a ratio's low exists
    double df;                 // of a jackknife; 0: there is none
    double effective;          // as effective_blocks(); 0: not of blocks
    const struct ratio *ratio; // of a plain quotient: its interval, of whatever shape; else NULL
};

// One quantity at one point; over an axis, at one point of the other axes.
struct derived_result {
    size_t derivation, cell; // over an axis the first cell
    const char *metric;      // of the means
    struct derived_term *terms;
    size_t term_count; // 0: there is no number, and `words` states the reason
    const char *words; // a note on the numbers, or NULL
};

struct derived {
    struct derivation *derivations;
    size_t *axes; // by derivation: the axis that it runs over, or axis_count
    size_t derivation_count;
    struct derived_result *results; // by derivation, then by cell
    size_t result_count;
};

// Computes what the facts "derive.N.…" of the store ask for, into the arena; *derived is NULL if
// there are none. Values are made of the variants' means of the real phase, also where another
// summary statistic is reported. The interval of a plain quotient of two variants is that of their
// ratio, as everywhere. Others are jackknives over the blocks that the variants share, so noise
// that a whole block shares cancels as far as it can (docs/method.md, "Jackknife").
NODISCARD bool derived_load(struct arena *arena, struct store *store,
                            const struct estimates *estimates, const struct derived **derived,
                            struct error *error);
