// Resolving the names of a formula, and its value.
#pragma once

#include "spec/expression/formula.h"

// The known names; each list is NULL-terminated.
struct formula_names {
    const char *const *variants, *const *derived, *const *axes;
};

// Sets the index of each name in a node and below it; calls `unknown` for each unknown name. A
// variant takes precedence over a derived quantity.
void formula_resolve(struct formula_node *node, const struct formula_names *names,
                     void (*unknown)(void *context, const struct formula_node *node),
                     void *context);

// The values of the names at one point.
struct formula_values {
    const double *means, *variations; // by variant
    const double *derived;            // by quantity: those before this one
    const double *axes;
};

// NaN or infinite where it is not defined.
double formula_value(const struct formula_node *node, const struct formula_values *values);
