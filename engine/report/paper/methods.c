// The methods section of a paper, written from the campaign's store.
#include "report/paper/methods.h"

#include "report/paper/methods_intervals.h"
#include "report/paper/methods_repetitions.h"
#include "report/paper/methods_setup.h"
#include "report/paper/methods_text.h"
#include "report/wording/estimates.h"
#include "report/wording/lines.h"
#include "report/wording/stored_experiment.h"
#include "store/facts.h"

static const char *sides_wording(struct methods *methods)
{
    const struct catalogue *catalogue = &methods->findings->catalogue;
    const struct attributions *attributions = methods->findings->attributions;
    struct text_list others = {0};
    if (attributions)
        return arena_printf(methods->arena,
                            "attributed the variance between builds to %s, by redrawing each alone "
                            "and all together in blocks%s, on",
                            text_counted(methods->arena, attributions->factors.count, "factor"),
                            methods_cite(methods, "saltelli"));
    for (size_t v = 1; v < catalogue->variant_count; v++)
        text_list_add(&others, methods->arena, catalogue->variants[v]);
    if (others.count == 0)
        return "measured";
    return arena_printf(methods->arena, "compared %s with the baseline %s on",
                        names_wording(methods->arena, &others),
                        plain_name(methods->arena, catalogue->variants[0]));
}

static void say_subject(struct methods *methods)
{
    const struct catalogue *catalogue = &methods->findings->catalogue;
    struct text_list benchmarks = benchmark_names(methods->arena, catalogue), axes = {0};
    for (size_t i = 0; i < catalogue->axis_count; i++)
        text_list_add(&axes, methods->arena, catalogue->axes[i]);
    const char *version = methods_fact(methods, FACT_VERSION);
    text_printf(methods->text, " We %s %s", sides_wording(methods),
                names_wording(methods->arena, &benchmarks));
    if (axes.count)
        text_printf(methods->text, ", at %s of %s",
                    text_counted(methods->arena, catalogue->cell_count, "point"),
                    names_wording(methods->arena, &axes));
    if (*version)
        text_printf(
            methods->text,
            ", with eswexp %s, which follows Kalibera and Jones%s: measurements are repeated "
            "at every level at which they vary.",
            version, methods_cite(methods, "kalibera"));
    else
        text_printf(methods->text,
                    ". The samples were measured by other tools and analysed with eswexp "
                    "%s after Kalibera and Jones%s.",
                    ESWEXP_VERSION, methods_cite(methods, "kalibera"));
}

static void say_failures(struct methods *methods)
{
    size_t failed = 0, executions = 0;
    for (size_t i = 0; i < methods->findings->failure_count; i++)
        failed += methods->findings->failures[i].executions;
    for (size_t i = 0; i < methods->findings->catalogue.cell_count; i++)
        if (cell_leads(&methods->findings->catalogue, i))
            executions += methods->findings->cells[i].progress.executions;
    if (failed)
        text_printf(methods->text, " %zu of %zu executions failed and are left out.", failed,
                    executions);
    if (methods->findings->quick)
        text_printf(methods->text, " This was a quick run, for a first look.");
}

bool methods_wording(struct arena *arena, struct store *store, const struct findings *findings,
                     const char **paragraph, struct text_list *citations, struct error *error)
{
    TEXT_CLEANUP struct text text = {0};
    struct methods methods = {.arena = arena,
                              .store = store,
                              .findings = findings,
                              .spec = stored_experiment(arena, store),
                              .text = &text,
                              .citations = citations};
    *citations = (struct text_list){0};
    say_subject(&methods);
    say_repetitions(&methods);
    if (!say_layouts(&methods, error))
        return false;
    say_warmup(&methods);
    say_intervals(&methods);
    say_failures(&methods);
    if (!say_machine(&methods, error))
        return false;
    *paragraph = arena_strdup(arena, text.bytes + 1);
    return store_is_read(store, error);
}
