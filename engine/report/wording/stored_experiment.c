// The experiment of a campaign, read from its store.
#include "report/wording/stored_experiment.h"

#include "base/text.h"
#include "spec/keys/experiment.h"
#include "spec/overrides.h"
#include "store/facts.h"

#include <string.h>

const struct spec *stored_experiment(struct arena *arena, struct store *store)
{
    const char *text = store_get(store, arena, FACT_SPEC),
               *path = store_get(store, arena, FACT_PATH);
    if (!text)
        return NULL;
    struct error unheard;
    TEXT_CLEANUP struct text mistakes = {0};
    struct spec_overrides overrides = spec_overrides_of(arena, text);
    overrides.elsewhere = overrides.one_point = true;
    return spec_parse(arena, path ? path : "experiment.yaml", text, strlen(text), &overrides,
                      &mistakes, &unheard);
}

bool toolchains_of(struct store *store, struct arena *arena, struct text_list *toolchains,
                   struct error *error)
{
    struct stored_fact *facts = NULL;
    size_t count = 0;
    *toolchains = (struct text_list){0};
    if (!store_facts(store, arena, FACTS_TOOLCHAIN, &facts, &count, error))
        return false;
    for (size_t i = 0; i < count; i++)
        text_list_add_once(toolchains, arena, facts[i].value);
    return true;
}

struct text_list benchmark_names(struct arena *arena, const struct catalogue *catalogue)
{
    struct text_list names = {0};
    for (size_t i = 0; i < catalogue->cell_count; i++) // those of a benchmark are mostly neighbours
        if (i == 0 || strcmp(catalogue->cells[i].benchmark, catalogue->cells[i - 1].benchmark) != 0)
            text_list_add_once(&names, arena, catalogue->cells[i].benchmark);
    return names;
}
