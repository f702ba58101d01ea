// The units of derived quantities.
#include "spec/expression/derivation_units.h"

static struct units sum_units(struct formula_units *units, const struct formula_node *node,
                              const struct units *left, const struct units *right)
{
    if (left->known && right->known && !units_equal(left, right) && !units->wrong) {
        units->wrong = node;
        units->left = *left;
        units->right = *right;
    }
    return left->known ? *left : *right;
}

struct units formula_units_of(struct formula_units *units, const struct formula_node *node)
{
    struct units left = {0}, right = {0};
    if (node->left) {
        left = formula_units_of(units, node->left);
        right = formula_units_of(units, node->right);
    }
    switch (node->operation) {
    case FORMULA_NUMBER:
        return units_of(units->arena, node->is_time ? "s" : "");
    case FORMULA_CV:
        return units_of(units->arena, "");
    case FORMULA_AXIS:
        return left;
    case FORMULA_NAME:
        return node->derived ? units->derived[node->index] : units->variants[node->index];
    case FORMULA_ADD:
    case FORMULA_SUBTRACT:
        return sum_units(units, node, &left, &right);
    case FORMULA_MULTIPLY:
        break;
    case FORMULA_DIVIDE:
        return units_product(&left, &right, true);
    }
    return units_product(&left, &right, false);
}

struct units derivation_units(struct arena *arena, const struct derivation *derivation,
                              const struct units *own)
{
    return derivation->unit ? units_of(arena, derivation->unit) : *own;
}
