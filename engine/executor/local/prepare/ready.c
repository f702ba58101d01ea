// Says what a build of a ready command is.
#include "executor/local/prepare/ready.h"
#include "spec/target.h"

static const char *plain(struct arena *arena, const char *name)
{
    char *words = arena_strdup(arena, text_equal(name, "aslr") ? "addresses" : name);
    for (char *at = words; *at; at++)
        *at = *at == '_' ? ' ' : *at;
    return words;
}

// "environment size, heap and hash seed", or NULL: it has no builds.
static const char *drawn_per_build(struct arena *arena, const struct prepared_variant *prepared)
{
    const char *words = NULL, *last = NULL;
    for (size_t i = 0; i < prepared->use_count; i++) {
        const struct randomizer_use *use = &prepared->uses[i];
        if (!randomizer_draws_per_build(use, false))
            continue;
        if (last)
            words = words ? arena_printf(arena, "%s, %s", words, last) : last;
        last = plain(arena, use->kind->name);
    }
    return words ? arena_printf(arena, "%s and %s", words, last) : last;
}

void ready_note(const struct prepared_variant *prepared, struct executor *executor)
{
    struct arena *arena = executor->arena;
    const struct target *target = prepared->target;
    const char *drawn = drawn_per_build(arena, prepared);
    if (!target_is_built(target) && drawn && !executor->spec->attribution.variant)
        text_list_add_once(&executor->ready_commands, arena,
                           arena_printf(arena,
                                        "benchmark '%s', variant '%s': a build is one draw of %s",
                                        target->benchmark, target->variant, drawn));
}
