// Quantities derived from the variants' means: per point of the sweep, and over its axes.
#pragma once

#include "analysis/estimate/estimates.h"
#include "analysis/findings.h"
#include "spec/expression/derivation.h"
#include "spec/expression/derivation_units.h"

// One number: of a quantity at a point the only one, of a line its slope or intercept, of steps one
// of them or, without bounds, where the machine says that there is one.
struct derived_term {
    const char *name; // "", "slope", "intercept", "step 1", "L1d", "cache line"
    const char *unit; // "" where it is none or not known
    bool is_place;    // on the axis
    double value;
    bool bounded; // by low and high: the interval; of a step the places around it
    double low, high;
    double df; // of the interval; 0: it is none
};

// One quantity at one point or, over an axis, at one point of the others.
struct derived_result {
    size_t derivation, cell; // of an axis the first cell
    const char *metric;      // that its means are of
    struct derived_term *terms;
    size_t term_count; // 0: there is none, and `words` say why
    const char *words; // what must be known beside the numbers, or NULL
};

struct derived {
    struct derivation *derivations;
    size_t *axes; // by derivation: the axis that it runs over, else axis_count
    size_t derivation_count;
    struct derived_result *results; // by derivation, then by cell
    size_t result_count;
};

// Computes what the facts "derive.N.…" of the store ask for, into the arena; *derived is NULL if
// there are none. Values are made of the variants' means of the real phase, also where another
// summary statistic is reported. Intervals are jackknives over the blocks that the variants share,
// so noise that a whole block shares cancels as far as it can (docs/method.md, "Jackknife").
NODISCARD bool derived_load(struct arena *arena, struct store *store,
                            const struct estimates *estimates, const struct derived **derived,
                            struct error *error);
