// Noting programs that are not what their links make.
#include "executor/local/prepare/as_built.h"

#include "build/as_built.h"

void as_built_note(const struct prepared_variant *prepared, struct executor *executor)
{
    struct arena *arena = executor->arena;
    const char *words = program_changed_since_link(prepared->program, arena);
    if (words)
        text_list_add_once(&executor->gaps.as_built, arena,
                           arena_printf(arena, "benchmark '%s', variant '%s': %s",
                                        prepared->target->benchmark, prepared->target->variant,
                                        words));
}
