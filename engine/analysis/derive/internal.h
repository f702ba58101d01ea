// Data that the steps of deriving quantities share: sides, points and curves.
#pragma once

#include "analysis/derive/derived.h"
#include "spec/expression/formula.h"
#include "spec/expression/units.h"
#include "stats/dependence.h"
#include "stats/ratio.h"
#include "stats/standard_error.h"

// The sides of all formulas: each is a variant in a metric.
struct derived_sides {
    const char **metrics; // without repeats; NULL: the first that was measured
    size_t metric_count, variant_count;
    size_t *metric_of; // by derivation
    bool *uses;        // by derivation and side (metric index * variant_count + variant)
};

struct derived_sides derived_sides_of(struct arena *arena, const struct derived *derived,
                                      size_t variants);

// Sorts names without repeats and returns how many are left; then the index of one of them.
size_t names_once(const char **names, size_t count);
size_t name_place(const char *const *names, size_t count, const char *name);

// One quantity at one point.
struct derived_point {
    struct value_with_error number;
    struct dependence dependence; // of what blocks add to it
    struct units units;
    bool may_be_negative;      // it has a difference, or a sample of its sides is negative
    const char *missing;       // why there is no number, or NULL
    const char *unbounded;     // why the number has no interval, or none on one side, or NULL
    const struct ratio *ratio; // of a plain quotient, in place of the number; else NULL
    // For a line: the number without each of its blocks, by the names of the blocks.
    const char **blocks;
    double *without;
    size_t block_count;
};

// Whether a formula is NAME / NAME, of two variants.
bool is_quotient(const struct formula *formula);
// Sets the point's ratio, new / old, as the report has it; no ratio where it is not defined
// (docs/method.md, "Quotient of two means").
void derive_quotient(struct arena *arena, const struct estimate *old, const struct estimate *new,
                     double confidence, struct derived_point *point);

// Computes all quantities of one cell into `points`, by derivation.
NODISCARD bool derive_cell(struct arena *arena, struct store *store,
                           const struct estimates *estimates, const struct derived *derived,
                           const struct derived_sides *sides, size_t cell,
                           struct derived_point *points, struct error *error);

// The points of one quantity over an axis.
struct derived_curve {
    const struct derivation *derivation;
    const char *axis;
    const char **values; // of the axis, as in the file
    double *places;      // the values as numbers, ascending
    struct value_with_error *numbers;
    const struct derived_point **points; // of the numbers
    const char *unit;                    // of the numbers
    size_t count, missing;               // points with a number, and without
    const char *why;                     // the reason of the first missing number
};

// The facts of the machine that steps are compared with.
struct derived_machine {
    const char *caches, *line, *hypervisor; // NULL: not recorded
};

// The slope and intercept of a curve, with a note on the fit (docs/method.md, "Line through
// means").
void derive_line(struct arena *arena, const struct derived_curve *curve, double confidence,
                 struct derived_result *result);
// The steps of a curve beside the caches or cache line of the machine (docs/method.md, "Steps of a
// curve").
void derive_steps(struct arena *arena, const struct derived_curve *curve,
                  const struct derived_machine *machine, struct derived_result *result);
