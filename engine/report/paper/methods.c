// The methods section of a paper, written from the campaign's store.
#include "report/paper/methods.h"

#include "model/level.h"
#include "plan/levels.h"
#include "report/paper/methods_setup.h"
#include "report/paper/methods_text.h"
#include "report/wording/estimates.h"
#include "report/wording/lines.h"
#include "report/wording/repetitions.h"
#include "report/wording/stored_experiment.h"
#include "store/facts.h"

#include <stdlib.h>
#include <string.h>

// ---- What was compared

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

// ---- How often

// Repetitions of each level, over the estimates with the most levels.
struct repeated {
    const struct estimate *deepest; // NULL: nothing was measured
    size_t fewest[LEVELS_MAX], most[LEVELS_MAX];
};

static struct repeated repeated_of(const struct findings *findings)
{
    struct repeated repeated = {0};
    for (size_t i = 0; i < findings->estimate_count; i++) {
        const struct estimate *estimate = &findings->estimates[i];
        int levels = estimate->components.levels;
        int before = repeated.deepest ? repeated.deepest->components.levels : 0;
        if (levels < before)
            continue;
        for (int k = 0; k < levels; k++) {
            bool first = levels > before || estimate->fewest[k] < repeated.fewest[k];
            repeated.fewest[k] = first ? estimate->fewest[k] : repeated.fewest[k];
            repeated.most[k] = levels > before || estimate->most[k] > repeated.most[k]
                                   ? estimate->most[k]
                                   : repeated.most[k];
        }
        repeated.deepest = levels > before ? estimate : repeated.deepest;
    }
    return repeated;
}

static void say_repetitions(struct methods *methods, const struct repeated *repeated)
{
    const struct estimate *deepest = repeated->deepest;
    const char *words = "";
    int top = deepest->components.levels - 1;
    for (int k = top; k >= 0; k--)
        words = arena_printf(methods->arena, "%s%s%s", words,
                             k == top       ? ""
                             : k == top - 1 ? ", each of "
                                            : " of ",
                             range_wording(methods->arena, repeated->fewest[k], repeated->most[k],
                                           level_name(deepest->level[k])));
    text_printf(methods->text, " Every variant was measured in %s.", words);
}

// The stored experiment has one point of each benchmark; NULL: it has none of this one.
static const struct cell *spec_cell(const struct methods *methods, size_t index)
{
    const struct spec *spec = methods->spec;
    const char *benchmark = methods->findings->catalogue.cells[index].entry;
    for (size_t i = 0; spec && i < spec->cell_count; i++)
        if (text_equal(spec->cells[i].benchmark, benchmark))
            return &spec->cells[i];
    return NULL;
}

static const char *pilot_wording(const struct methods *methods, const struct repeated *repeated)
{
    const struct estimate *deepest = repeated->deepest;
    const struct cell *cell = spec_cell(methods, deepest->cell);
    const char *words = "";
    size_t counts[LEVELS_MAX], ended = strtoull(methods_fact(methods, FACT_PILOT_BLOCKS), NULL, 10);
    if (!cell)
        return words;
    pilot_counts(methods->spec, cell, counts);
    if (ended)
        counts[cell_has_builds(methods->spec, cell) ? 2 : 1] = ended;
    size_t chosen = strtoull(methods_fact(methods, FACT_PILOT_EXECUTIONS), NULL, 10);
    if (chosen && cell_has_builds(methods->spec, cell))
        counts[1] = chosen;
    for (int k = deepest->components.levels - 1; k >= 0; k--) {
        enum level level = deepest->level[k];
        if (level <= LEVEL_BUILD)
            words = arena_printf(
                methods->arena, "%s of %s", words,
                text_counted(methods->arena, counts[level - LEVEL_ITERATION], level_name(level)));
    }
    return words;
}

static void say_choice(struct methods *methods, const struct repeated *repeated)
{
    const struct findings *findings = methods->findings;
    if (!*methods_fact(methods, FACT_VERSION))
        return;
    if (shows_pilot(findings))
        text_printf(methods->text,
                    " These results are those of the pilot; the real experiment has not run yet.");
    else if (findings->dimension_count)
        text_printf(methods->text,
                    " These counts were chosen by %s for intervals%s of ±%.3g %%, from a pilot%s "
                    "whose samples enter no result.",
                    findings->closed_form ? "the closed form of Kalibera and Jones"
                                          : "a search for the cheapest combination",
                    findings->of_ratios ? " of ratios" : "", 100 * findings->precision,
                    pilot_wording(methods, repeated));
    else
        text_printf(methods->text, " These counts were fixed beforehand.");
}

static void say_order(struct methods *methods, const struct repeated *repeated)
{
    enum level top = top_level(repeated->deepest);
    if (!*methods_fact(methods, FACT_VERSION))
        return;
    text_printf(methods->text,
                " Measurements were made in blocks of one %s of each variant%s, in an order drawn "
                "at random (seed %s).",
                level_name(top), top == LEVEL_EXECUTION ? "" : " with its executions interleaved",
                plain_name(methods->arena, methods->findings->seed));
}

static void say_intervals(struct methods *methods, const struct repeated *repeated)
{
    const struct catalogue *catalogue = &methods->findings->catalogue;
    struct text_list metrics = {0};
    for (size_t i = 0; i < catalogue->metric_count; i++) {
        const struct stored_metric *metric = &catalogue->metrics[i];
        text_list_add(&metrics, methods->arena,
                      *metric->unit
                          ? arena_printf(methods->arena, "%s (%s)", metric->name, metric->unit)
                          : metric->name);
    }
    text_printf(methods->text,
                " We report %s. Intervals have %.4g %% confidence and rest on the means of %ss "
                "alone: those of means by Student's t",
                names_wording(methods->arena, &metrics), methods->findings->confidence * 100,
                level_name(top_level(repeated->deepest)));
    if (methods->findings->variant_ratio_count)
        text_printf(methods->text,
                    ", those of ratios (variant over baseline) by Fieller's theorem%s",
                    methods_cite(methods, "fieller"));
    text_printf(methods->text, ".");
    if (methods->findings->replicates)
        text_printf(methods->text,
                    " Summary statistics other than the mean, and their ratios, have intervals by "
                    "hierarchical bootstrap (%zu replicates)%s.",
                    methods->findings->replicates, methods_cite(methods, "hesterberg"));
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
    struct repeated repeated = repeated_of(findings);
    *citations = (struct text_list){0};
    say_subject(&methods);
    if (repeated.deepest) {
        say_repetitions(&methods, &repeated);
        say_choice(&methods, &repeated);
        say_order(&methods, &repeated);
    }
    if (!say_layouts(&methods, error))
        return false;
    say_warmup(&methods);
    if (repeated.deepest)
        say_intervals(&methods, &repeated);
    say_failures(&methods);
    if (!say_machine(&methods, error))
        return false;
    *paragraph = arena_strdup(arena, text.bytes + 1);
    return store_is_read(store, error);
}
