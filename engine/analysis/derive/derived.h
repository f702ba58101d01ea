// Quantities derived from the variants' means: at each point of the sweep, and over its axes.
#pragma once

#include "analysis/estimate/estimates.h"

// One number of a quantity: its value at a point, the slope or intercept of a line, the place of a
// step, or the place of a step as the machine reports it (without bounds).
struct derived_term {
    const char *name; // "", "slope", "intercept", "step 1", "L1d", "cache line"
    const char *unit; // "" if there is none, or it is unknown
    bool is_place;    // the value lies on the axis
    double value;
    bool bounded; // low and high are the interval; for a step, the neighbouring values of the axis
    double low, high;
    double df; // of the interval; 0: there is none
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

// Computes the quantities that the facts "derive.N.…" of the store define, into the arena; *derived
// is NULL if there are none. Values come from the variants' means in the real phase, even if the
// report shows another summary statistic. Intervals are jackknives over the blocks that the
// variants share, so noise that is common to a block partly cancels (docs/method.md, "Jackknife").
NODISCARD bool derived_load(struct arena *arena, struct store *store,
                            const struct estimates *estimates, const struct derived **derived,
                            struct error *error);
