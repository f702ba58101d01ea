// Writing the functions that differ as facts, and telling them.
#include "campaign/compare/functions.h"

#include "analysis/compare/functions.h"
#include "store/facts.h"

static const struct function_difference *of(const struct executor *executor, size_t place)
{
    return executor->functions ? executor->functions[place] : NULL;
}

// The first place with the same two programs.
static size_t first_like(const struct executor *executor, size_t place)
{
    size_t i = 0;
    while (of(executor, i) != of(executor, place))
        i++;
    return i;
}

void functions_tell(const struct executor *executor)
{
    const struct spec *spec = executor->spec;
    for (size_t i = 0; i < spec->cell_count * spec->variant_count; i++) {
        const struct cell *cell = &spec->cells[i / spec->variant_count];
        if (of(executor, i) && first_like(executor, i) == i)
            log_note(executor->log, "benchmark '%s', '%s' against '%s': %s", cell->benchmark,
                     spec->variants[i % spec->variant_count], spec->variants[0],
                     functions_wording(executor->arena, of(executor, i), false));
    }
}

bool functions_record(const struct executor *executor, struct store *store, struct error *error)
{
    struct arena scratch = {0};
    bool done = true;
    size_t variants = executor->spec->variant_count;
    for (size_t i = 0; done && i < executor->spec->cell_count * variants; i++) {
        size_t first = of(executor, i) ? first_like(executor, i) : i;
        const char *value = first < i         ? arena_printf(&scratch, FUNCTIONS_AS "%zu.%zu",
                                                             first / variants, first % variants)
                            : of(executor, i) ? functions_text(&scratch, of(executor, i))
                                              : NULL;
        done = !value ||
               store_set(store, arena_printf(&scratch, FACT_FUNCTIONS, i / variants, i % variants),
                         value, error);
        arena_release(&scratch);
    }
    return done;
}

bool functions_restart(const struct executor *executor, struct store *store, struct error *error)
{
    struct stored_fact *facts;
    size_t count = 0;
    bool done = store_facts(store, executor->arena, FACTS_FUNCTIONS, &facts, &count, error);
    for (size_t i = 0; done && i < count; i++)
        done = store_set(store, arena_printf(executor->arena, FACTS_FUNCTIONS "%s", facts[i].key),
                         FUNCTIONS_UNKNOWN, error);
    return done && (!count || functions_record(executor, store, error));
}
