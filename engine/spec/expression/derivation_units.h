// The units of derived quantities, as they follow from those of the metrics.
#pragma once

#include "spec/expression/derivation.h"
#include "spec/expression/units.h"

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
