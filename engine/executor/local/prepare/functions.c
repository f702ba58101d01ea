// Comparing the programs of a cell function by function.
#include "executor/local/prepare/functions.h"

#include "build/likeness.h"
#include "spec/target.h"

struct finding {
    const struct prepared_variants *variants;
    struct executor *executor;
    const struct function_difference **functions;
};

// Of the same two programs in an earlier cell, or NULL.
static const struct function_difference *known(const struct finding *finding, size_t first,
                                               size_t variant)
{
    const struct prepared_variant *items = finding->variants->items;
    size_t variants = finding->variants->spec->variant_count;
    for (size_t cell = 0; cell < first; cell += variants)
        if (items[cell].program == items[first].program &&
            items[cell + variant].program == items[first + variant].program)
            return finding->functions[cell + variant];
    return NULL;
}

static bool find(const struct finding *finding, size_t first, size_t variant,
                 const struct function_difference **difference, struct error *error)
{
    const struct prepared_variant *old = &finding->variants->items[first], *new = old + variant;
    struct arena *arena = finding->executor->arena;
    *difference = known(finding, first, variant);
    if (*difference || !old->program || !new->program || old->program == new->program ||
        new->target->as_built || !program_count(old->program))
        return true;
    struct function_difference *found = arena_new(arena, struct function_difference);
    if (programs_functions(arena, old->program, new->program, found, error)) {
        if (!found->uncompared && !targets_run_alike(old->target, new->target))
            found->uncompared = "the commands or environments, which differ";
        *difference = found;
        return true;
    }
    if (error->of_machine)
        return false;
    text_list_add_once(&finding->executor->gaps.functions, arena,
                       arena_printf(arena,
                                    "benchmark '%s': functions of '%s' and '%s' not compared: %s",
                                    new->target->benchmark, old->target->variant,
                                    new->target->variant, error->text));
    return true;
}

bool functions_find(const struct prepared_variants *variants, struct executor *executor,
                    struct error *error)
{
    size_t count = variants->spec->variant_count;
    struct finding finding = {
        variants, executor,
        arena_new_array(executor->arena, const struct function_difference *, variants->count)};
    bool found = true;
    for (size_t first = 0; first < variants->count; first += count)
        for (size_t i = 1; found && i < count && !*executor->stop; i++)
            found = find(&finding, first, i, &finding.functions[first + i], error);
    executor->functions = finding.functions;
    return found;
}
