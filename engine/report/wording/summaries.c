// The summary statistic of an estimate in words, and its warnings.
#include "report/wording/summaries.h"

#include "analysis/estimate/summary_statistics.h"
#include "model/level.h"
#include "report/wording/estimates.h"
#include "stats/bootstrap.h"

#include <math.h>

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

// The units that the interval of its statistic needs, or 0 if it has them.
static size_t units_missing(const struct findings *findings, const struct estimate *estimate)
{
    size_t least = statistic_units_least(&estimate->summary, findings->confidence);
    return estimate->components.top_units < least ? least : 0;
}

void note_summaries(struct notes *notes, const struct findings *findings, size_t index)
{
    struct arena *arena = notes->arena;
    const struct catalogue *catalogue = &findings->catalogue;
    const struct cell_findings *cell = &findings->cells[index];
    const struct estimate *fewest = NULL, *short_of = NULL;
    for (size_t i = 0; i < cell->estimate_count; i++) {
        const struct estimate *estimate = &cell->estimates[i];
        if (!estimate->defined)
            notes_add(notes, NOTE_SUMMARY, "no %s of %s for %s: it needs values above 0",
                      summary_wording(arena, estimate), catalogue->metrics[estimate->metric].name,
                      catalogue->variants[estimate->variant]);
        short_of = units_missing(findings, estimate) && !is_mean(estimate) ? estimate : short_of;
        if (!is_mean(estimate) &&
            (!fewest || estimate->components.top_units < fewest->components.top_units))
            fewest = estimate;
    }
    if (fewest && fewest->components.top_units < BOOTSTRAP_UNITS_LEAST)
        notes_add(notes, NOTE_SUMMARY, "fewer than %d %ss: bootstrap intervals are too narrow",
                  BOOTSTRAP_UNITS_LEAST, level_name(top_level(fewest)));
    if (short_of)
        notes_add(
            notes, NOTE_SUMMARY, "%s: an interval needs %s, not %zu",
            summary_wording(arena, short_of),
            text_counted(arena, units_missing(findings, short_of), level_name(top_level(short_of))),
            short_of->components.top_units);
    if (fewest && fewest->summary.kind == STATISTIC_MINIMUM)
        notes_add(notes, NOTE_SUMMARY,
                  "minimum: no interval covers how far below it further samples may lie");
}

void note_bootstrap(struct notes *notes, const struct findings *findings)
{
    size_t group = 1;
    for (size_t i = 0; i < findings->estimate_count; i++)
        group = findings->estimates[i].group > group ? findings->estimates[i].group : group;
    if (findings->replicates == 0)
        return;
    notes_add(notes, NOTE_DETAIL,
              "[low, high]: hierarchical bootstrap, %zu replicates; variances, precision, "
              "repetition counts and claims use the means",
              findings->replicates);
    if (group > 1)
        notes_add(notes, NOTE_DETAIL,
                  "summary statistics use one random sample of every %zu consecutive ones (minima: "
                  "the smallest)",
                  group);
}
