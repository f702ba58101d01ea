// Factors by their names, and those of a randomizer's use.
#include "randomizers/factor.h"

#include "base/text.h"
#include "randomizers/cpu.h"

static size_t part_count(const struct randomizer *kind)
{
    size_t count = 0;
    while (kind->parts && kind->parts[count])
        count++;
    return count;
}

const char *factor_name(struct arena *arena, const struct factor *factor)
{
    return factor->part ? arena_printf(arena, "%s.%s", factor->kind->name, factor->part)
                        : factor->kind->name;
}

typedef bool factor_test(void *context, const struct factor *factor);

// Calls for the randomizer and each part; true as soon as one call is.
static bool any_of(const struct randomizer *kind, factor_test *is, void *context)
{
    struct factor factor = {kind, NULL};
    bool found = is(context, &factor);
    for (size_t i = 0; !found && i < part_count(kind); i++) {
        factor.part = kind->parts[i];
        found = is(context, &factor);
    }
    return found;
}

static bool any_factor(factor_test *is, void *context)
{
    for (const struct randomizer *const *kind = randomizers; *kind; kind++)
        if (any_of(*kind, is, context))
            return true;
    return any_of(&cpu_randomizer, is, context);
}

struct search {
    const char *name;
    struct factor *found;
};

static bool has_name(void *context, const struct factor *factor)
{
    const struct search *search = context;
    struct arena scratch = {0};
    bool same = text_equal(factor_name(&scratch, factor), search->name);
    arena_release(&scratch);
    if (same)
        *search->found = *factor;
    return same;
}

bool factor_find(const char *name, struct factor *factor)
{
    return any_factor(has_name, &(struct search){name, factor});
}

struct names {
    struct arena *arena;
    struct text_list list;
};

static bool add_name(void *context, const struct factor *factor)
{
    struct names *names = context;
    text_list_add(&names->list, names->arena, factor_name(names->arena, factor));
    return false;
}

const char *const *factor_names(struct arena *arena)
{
    struct names names = {.arena = arena};
    any_factor(add_name, &names);
    const char **items = arena_new_array(arena, const char *, names.list.count + 1);
    for (size_t i = 0; i < names.list.count; i++)
        items[i] = names.list.items[i];
    return items;
}

bool factors_overlap(const struct factor *one, const struct factor *other)
{
    return one->kind == other->kind &&
           (!one->part || !other->part || text_equal(one->part, other->part));
}

// Draws into layouts that nobody uses.
static bool draws_anything(const struct randomizer_use *use, bool linked)
{
    struct stream stream = stream_from(0);
    struct layout layout = {0};
    struct address_layout address_layout = {0};
    struct draws draws = {0};
    if (use->kind->draw_build)
        use->kind->draw_build(use, &stream, linked ? &layout : NULL, &address_layout, &draws);
    if (use->kind->draw_execution)
        use->kind->draw_execution(use, &stream, &address_layout, &draws);
    return draws.count > 0;
}

size_t use_factors(const struct randomizer_use *use, bool linked, struct factor *factors)
{
    const struct randomizer *kind = use->kind;
    size_t count = 0;
    if (kind != &cpu_randomizer && (randomizer_is_fixed(use) || !draws_anything(use, linked)))
        return 0;
    if (!kind->parts)
        factors[count++] = (struct factor){kind, NULL};
    for (size_t i = linked ? 0 : kind->linked_parts; i < part_count(kind); i++)
        factors[count++] = (struct factor){kind, kind->parts[i]};
    return count;
}
