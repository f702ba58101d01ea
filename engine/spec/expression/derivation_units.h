// The units of derived quantities, as they follow from those of the metrics.
#pragma once

#include "spec/expression/derivation.h"
#include "spec/expression/units.h"

// Computes the units of a formula, and finds the first sum of different units.
struct formula_units {
    struct arena *arena;
    const struct units *variants, *derived; // of the names in the formula
    const struct formula_node *wrong;       // or NULL
    struct units left, right;               // its sides
};
struct units formula_units_of(struct formula_units *units, const struct formula_node *node);

// The units of a quantity: those that the file gives, else `own`, which its formula has.
struct units derivation_units(struct arena *arena, const struct derivation *derivation,
                              const struct units *own);
