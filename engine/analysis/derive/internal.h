// What the steps of deriving share.
#pragma once

#include "analysis/derive/derived.h"
#include "spec/expression/units.h"
#include "stats/standard_error.h"

// What quantities are made of: sides, each a variant in a metric.
struct derived_sides {
    const char **metrics; // different ones; NULL: the first that was measured
    size_t metric_count, variant_count;
    size_t *metric_of; // by derivation
    bool *uses;        // by derivation and side, which is its metric's index * variants + variant
};

struct derived_sides derived_sides_of(struct arena *arena, const struct derived *derived,
                                      size_t variants);

// Sorts names, keeps each once, and returns how many are left; where one of them stands.
size_t names_once(const char **names, size_t count);
size_t name_place(const char *const *names, size_t count, const char *name);

// What is known of one quantity at one point.
struct derived_point {
    struct value_with_error number;
    struct units units;
    const char *missing;   // why there is none, or NULL
    const char *unbounded; // why there is one without an interval, or NULL
    // Of what a line is fitted to: the number without each of its blocks, by the blocks' names.
    const char **blocks;
    double *without;
    size_t block_count;
};

// All quantities of one cell, into `points`, by derivation.
NODISCARD bool derive_cell(struct arena *arena, struct store *store,
                           const struct estimates *estimates, const struct derived *derived,
                           const struct derived_sides *sides, size_t cell,
                           struct derived_point *points, struct error *error);

// The points of one quantity over an axis.
struct derived_curve {
    const struct derivation *derivation;
    const char *axis;
    const char **values; // of the axis, as written
    double *places;      // as numbers, ascending
    struct value_with_error *numbers;
    const struct derived_point **points; // that the numbers are of
    const char *unit;                    // of the numbers
    size_t count, missing;               // points with a number, and without
    const char *why;                     // of the first of those without
};

// What of the machine steps are shown beside, as the store has it.
struct derived_machine {
    const char *caches, *line, *hypervisor; // NULL: not stored
};

void derive_line(struct arena *arena, const struct derived_curve *curve, double confidence,
                 struct derived_result *result);
void derive_steps(struct arena *arena, const struct derived_curve *curve,
                  const struct derived_machine *machine, struct derived_result *result);
