// `derive`: quantities that are computed from the variants' means, with intervals.
#pragma once

#include "spec/formula.h"
#include "spec/units.h"

enum { DERIVATIONS_MOST = 100 };

// What of the machine steps are shown beside.
enum derive_against { AGAINST_NOTHING, AGAINST_CACHES, AGAINST_LINE };

extern const char *const derive_against_words[]; // "", "caches", "line", NULL

struct derivation {
    const char *name, *text; // as written
    const char *unit;        // as written; NULL: it follows from the metric's
    enum derive_against against;
    struct formula formula; // its names are resolved
};

// The units of a formula's value, and the first sum of different ones.
struct formula_units {
    struct arena *arena;
    const struct units *variants, *derived; // of what its names mean
    const struct formula_node *wrong;       // or NULL
    struct units left, right;               // its sides
};
struct units formula_units_of(struct formula_units *units, const struct formula_node *node);

// Of a quantity that has its units from its formula: those that the file gives instead.
struct units derivation_units(struct arena *arena, const struct derivation *derivation,
                              const struct units *own);
