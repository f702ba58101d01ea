// What the names of a formula mean, and what it is worth.
#pragma once

#include "spec/expression/formula.h"

// What names can mean; each list is NULL-terminated.
struct formula_names {
    const char *const *variants, *const *derived, *const *axes;
};

// Sets the indices of a node's names and of all below it; calls `unknown` for each name that is
// none. Variants come before derived quantities.
void formula_resolve(struct formula_node *node, const struct formula_names *names,
                     void (*unknown)(void *context, const struct formula_node *node),
                     void *context);

// What the names of one point are worth.
struct formula_values {
    const double *means, *variations; // by variant
    const double *derived;            // by quantity: those before this one
    const double *axes;
};

// NaN or infinite where it is not defined.
double formula_value(const struct formula_node *node, const struct formula_values *values);
