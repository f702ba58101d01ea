// The summary statistic of an estimate in words, and its warnings.
#include "report/wording/summaries.h"

#include "analysis/estimate/summary_statistics.h"
#include "model/level.h"
#include "report/wording/estimates.h"
#include "report/wording/lines.h"
#include "stats/bootstrap.h"

#include <math.h>

enum { BEYOND_LEAST = 5 }; // samples beyond a percentile

const char *summary_wording(struct arena *arena, const struct estimate *estimate)
{
    char *words = arena_strdup(arena, estimate->summary_name);
    for (char *c = words; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    return words;
}

const char *common_summary(struct arena *arena, const struct findings *findings)
{
    for (size_t i = 1; i < findings->estimate_count; i++)
        if (!statistic_equal(&findings->estimates[i].summary, &findings->estimates[0].summary))
            return "value";
    return findings->estimate_count ? summary_wording(arena, &findings->estimates[0]) : "mean";
}

const char *value_header(struct arena *arena, const struct findings *findings,
                         const struct estimate *estimate)
{
    return arena_printf(arena, is_mean(estimate) ? "%s ± %.4g %%" : "%s [%.4g %%]",
                        summary_wording(arena, estimate), 100 * findings->confidence);
}

struct side_column side_column(const struct estimate *estimate, size_t index)
{
    static const enum statistic_kind kinds[] = {STATISTIC_MEDIAN, STATISTIC_MINIMUM};
    if (estimate->summary.kind == kinds[index])
        return (struct side_column){"mean", estimate->components.mean};
    return index == 0 ? (struct side_column){"median", estimate->order.median}
                      : (struct side_column){"minimum", estimate->order.minimum};
}

static void note_undefined(struct arena *arena, const struct findings *findings,
                           const struct estimate *estimate, struct text_list *notes)
{
    const struct catalogue *catalogue = &findings->catalogue;
    text_list_add(notes, arena,
                  arena_printf(arena, "no %s of %s for %s: it needs values above 0",
                               summary_wording(arena, estimate),
                               plain_name(arena, catalogue->metrics[estimate->metric].name),
                               plain_name(arena, catalogue->variants[estimate->variant])));
}

// Few samples lie beyond an extreme percentile, so the bootstrap has too few values to draw from.
static bool is_far_out(const struct estimate *estimate)
{
    double share = estimate->summary.percent / 100, count = (double)estimate->order.count;
    return estimate->summary.kind == STATISTIC_PERCENTILE &&
           fmin(share, 1 - share) * count < BEYOND_LEAST;
}

void note_summaries(struct arena *arena, const struct findings *findings, size_t index,
                    struct text_list *notes)
{
    const struct cell_findings *cell = &findings->cells[index];
    const struct estimate *fewest = NULL, *far_out = NULL;
    for (size_t i = 0; i < cell->estimate_count; i++) {
        const struct estimate *estimate = &cell->estimates[i];
        if (!estimate->defined)
            note_undefined(arena, findings, estimate, notes);
        far_out = is_far_out(estimate) ? estimate : far_out;
        if (!is_mean(estimate) &&
            (!fewest || estimate->components.top_units < fewest->components.top_units))
            fewest = estimate;
    }
    if (fewest && fewest->components.top_units < BOOTSTRAP_UNITS_LEAST)
        text_list_add(notes, arena,
                      arena_printf(arena, "fewer than %d %ss: bootstrap intervals are too narrow",
                                   BOOTSTRAP_UNITS_LEAST, level_name(top_level(fewest))));
    if (far_out)
        text_list_add(notes, arena,
                      arena_printf(arena,
                                   "%s: fewer than %d of %s lie beyond it, too few for an interval",
                                   summary_wording(arena, far_out), BEYOND_LEAST,
                                   text_counted(arena, far_out->order.count, "sample")));
    if (fewest && fewest->summary.kind == STATISTIC_MINIMUM)
        text_list_add(notes, arena,
                      "minimum: no interval covers how far below it further samples may lie");
}

void note_bootstrap(struct arena *arena, const struct findings *findings, struct text_list *notes)
{
    size_t group = 1;
    for (size_t i = 0; i < findings->estimate_count; i++)
        group = findings->estimates[i].group > group ? findings->estimates[i].group : group;
    if (findings->replicates == 0)
        return;
    text_list_add(notes, arena,
                  arena_printf(arena,
                               "[low, high]: hierarchical bootstrap, %zu replicates; variances, "
                               "precision, repetition counts and claims use the means",
                               findings->replicates));
    if (group > 1)
        text_list_add(notes, arena,
                      arena_printf(arena,
                                   "summary statistics use one random sample of every %zu "
                                   "consecutive ones (minima: the smallest)",
                                   group));
}
