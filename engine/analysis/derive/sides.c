// Finding the means that quantities use.
#include "analysis/derive/internal.h"

#include "base/text.h"
#include "spec/expression/derivation.h"
#include "spec/expression/formula.h"

#include <stdlib.h>
#include <string.h>

// Numbers in names by their value: so blocks are in the order of time.
static int by_name(const void *a, const void *b)
{
    return strverscmp(*(const char *const *)a, *(const char *const *)b);
}

size_t names_once(const char **names, size_t count)
{
    size_t kept = 0;
    if (count)
        qsort(names, count, sizeof *names, by_name);
    for (size_t i = 0; i < count; i++)
        if (!kept || !text_equal(names[kept - 1], names[i]))
            names[kept++] = names[i];
    return kept;
}

size_t name_place(const char *const *names, size_t count, const char *name)
{
    const char *const *found = bsearch(&name, names, count, sizeof *names, by_name);
    return (size_t)(found - names);
}

// The index of a metric, added if it is new.
static size_t metric_at(struct derived_sides *sides, const char *metric)
{
    size_t i = 0;
    while (i < sides->metric_count && !text_equal(sides->metrics[i], metric))
        i++;
    if (i == sides->metric_count)
        sides->metrics[sides->metric_count++] = metric;
    return i;
}

// Marks the formula's own names, and everything that the derived quantities in it use.
static void note_uses(const struct derived_sides *sides, size_t derivation,
                      const struct formula_node *node)
{
    size_t count = sides->metric_count * sides->variant_count;
    bool *uses = sides->uses + derivation * count;
    if (node->left) {
        note_uses(sides, derivation, node->left);
        note_uses(sides, derivation, node->right);
    }
    if (node->derived) {
        for (size_t i = 0; i < count; i++)
            uses[i] = uses[i] || sides->uses[node->index * count + i];
    } else if (node->operation == FORMULA_NAME || node->operation == FORMULA_CV) {
        uses[sides->metric_of[derivation] * sides->variant_count + node->index] = true;
    }
}

struct derived_sides derived_sides_of(struct arena *arena, const struct derived *derived,
                                      size_t variants)
{
    size_t count = derived->derivation_count;
    struct derived_sides sides = {.metrics = arena_new_array(arena, const char *, count),
                                  .variant_count = variants,
                                  .metric_of = arena_new_array(arena, size_t, count)};
    for (size_t i = 0; i < count; i++)
        sides.metric_of[i] = metric_at(&sides, derived->derivations[i].formula.metric.text);
    sides.uses = arena_new_array(arena, bool, count *sides.metric_count *variants);
    for (size_t i = 0; i < count; i++)
        note_uses(&sides, i, derived->derivations[i].formula.root);
    return sides;
}
