// Resolving the names of a formula, and its value.
#include "spec/expression/formula_value.h"

#include "base/text.h"

#include <math.h>

static bool find(const char *const *list, const char *name, size_t *index)
{
    for (*index = 0; list[*index]; ++*index)
        if (text_equal(list[*index], name))
            return true;
    return false;
}

static bool resolve_name(struct formula_node *node, const struct formula_names *names)
{
    const char *name = node->name.text;
    if (node->operation == FORMULA_AXIS)
        return find(names->axes, name, &node->index);
    if (find(names->variants, name, &node->index))
        return true;
    node->derived = node->operation == FORMULA_NAME && find(names->derived, name, &node->index);
    return node->derived;
}

void formula_resolve(struct formula_node *node, const struct formula_names *names,
                     void (*unknown)(void *context, const struct formula_node *node), void *context)
{
    if (node->name.text && !resolve_name(node, names))
        unknown(context, node);
    if (node->left)
        formula_resolve(node->left, names, unknown, context);
    if (node->right)
        formula_resolve(node->right, names, unknown, context);
}

double formula_value(const struct formula_node *node, const struct formula_values *values)
{
    double left = node->left ? formula_value(node->left, values) : 0;
    double right = node->right ? formula_value(node->right, values) : 0;
    switch (node->operation) {
    case FORMULA_NUMBER:
        return node->number;
    case FORMULA_AXIS:
        return values->axes[node->index];
    case FORMULA_NAME:
        return node->derived ? values->derived[node->index] : values->means[node->index];
    case FORMULA_CV:
        return values->variations[node->index];
    case FORMULA_ADD:
        return left + right;
    case FORMULA_SUBTRACT:
        return left - right;
    case FORMULA_MULTIPLY:
        return left * right;
    case FORMULA_DIVIDE:
        break;
    }
    return right != 0 ? left / right : NAN;
}
