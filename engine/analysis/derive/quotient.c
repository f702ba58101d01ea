// The plain quotient of two variants' means: its interval is that of their ratio.
#include "analysis/derive/internal.h"

#include "analysis/estimate/pairing.h"
#include "base/text.h"
#include "model/level.h"

bool is_quotient(const struct formula *formula)
{
    const struct formula_node *root = formula->root, *new = root->left, *old = root->right;
    return formula->kind == FORMULA_POINTS && root->operation == FORMULA_DIVIDE &&
           new->operation == FORMULA_NAME && !new->derived && old->operation == FORMULA_NAME &&
           !old->derived;
}

static const char *why_no_bound(struct arena *arena, const struct estimate *estimate,
                                enum ratio_bound bound)
{
    const char *level = level_name(estimate->level[estimate->components.levels - 1]);
    switch (bound) {
    case RATIO_BOUNDED:
        return NULL;
    case RATIO_NO_UPPER:
        return arena_printf(arena, "no upper bound: measure more %ss", level);
    case RATIO_NO_LOWER:
        return arena_printf(arena, "no lower bound: measure more %ss", level);
    case RATIO_UNDETERMINED:
        return arena_printf(arena, "the interval says nothing: measure more %ss", level);
    case RATIO_NONE:
        break;
    }
    return arena_printf(arena, "no interval over %s: measure more %ss",
                        text_counted(arena, estimate->components.top_units, level), level);
}

void derive_quotient(struct arena *arena, const struct estimate *old, const struct estimate *new,
                     double confidence, struct derived_point *point)
{
    struct arena scratch = {0};
    struct ratio_test test = ratio_test_of(&scratch, old, new);
    struct ratio ratio = ratio_test_ratio(&test, confidence);
    point->dependence = ratio_test_dependence(&test);
    arena_release(&scratch);
    if (!ratio.defined)
        return;
    bool more = new->components.top_units > old->components.top_units;
    struct ratio *kept = arena_new(arena, struct ratio);
    *kept = ratio;
    point->ratio = kept;
    point->unbounded = why_no_bound(arena, more ? old : new, ratio.bound);
}
