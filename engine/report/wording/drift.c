// Means that change over the session.
#include "report/wording/drift.h"

#include "report/wording/numbers.h"

#include <math.h>

static const double LEVEL = 0.01;
enum { NAMED = 4 };

const char *drift_percent(struct arena *arena, const struct series_diagnostics *diagnostics)
{
    double percent = 100 * diagnostics->drift;
    return arena_printf(arena, fabs(percent) < 99.5 ? "%+.2g %%" : "%+.0f %%", percent);
}

bool drift_is_shared(const struct series_diagnostics *one, const struct series_diagnostics *other)
{
    double ratio = one->drift != 0 ? other->drift / one->drift : 0;
    return other->drift_known && ratio >= 0.5 && ratio <= 2;
}

static bool has_drifted(const struct findings *findings, const struct series_diagnostics *series)
{
    return series->drift_known && series->drift_p <= LEVEL / (double)findings->catalogue.cell_count;
}

// The series of one metric, and what they have in common.
struct drifting {
    const struct series_diagnostics **items, *clearest; // NULL: none drifts
    size_t count;
    bool shared, paired; // paired: the sides of every ratio are, over blocks
};

static bool is_paired(const struct cell_findings *cell, size_t metric)
{
    for (size_t i = 0; i < cell->variant_ratio_count; i++)
        if (cell->variant_ratios[i].new->metric == metric && !cell->variant_ratios[i].test.paired)
            return false;
    return true;
}

static struct drifting drifting_of(struct arena *arena, const struct findings *findings,
                                   const struct series_diagnostics *series, size_t count,
                                   size_t metric)
{
    struct drifting drifting = {
        .items = arena_new_array(arena, const struct series_diagnostics *, count),
        .shared = true,
        .paired = is_paired(&findings->cells[series->estimate->cell], metric)};
    for (size_t i = 0; i < count; i++) {
        if (series[i].estimate->metric != metric)
            continue;
        drifting.items[drifting.count++] = &series[i];
        if (has_drifted(findings, &series[i]) &&
            (!drifting.clearest || series[i].drift_p < drifting.clearest->drift_p))
            drifting.clearest = &series[i];
    }
    for (size_t i = 0; drifting.clearest && i < drifting.count; i++)
        drifting.shared = drifting.shared && drift_is_shared(drifting.clearest, drifting.items[i]);
    return drifting;
}

static const char *one_wording(struct arena *arena, const struct findings *findings,
                               const struct series_diagnostics *series)
{
    return arena_printf(arena, "%s %s", findings->catalogue.variants[series->estimate->variant],
                        series->drift_known ? drift_percent(arena, series) : "unknown");
}

// "strict +2.4 %, fast +2.1 %"; of many "strict -0.3 % to fast +2.1 %".
static const char *each_wording(struct arena *arena, const struct findings *findings,
                                const struct drifting *drifting)
{
    const struct series_diagnostics *least = drifting->clearest, *most = least;
    const char *words = "";
    for (size_t i = 0; i < drifting->count; i++) {
        const struct series_diagnostics *one = drifting->items[i];
        words =
            arena_printf(arena, "%s%s%s", words, i ? ", " : "", one_wording(arena, findings, one));
        least = one->drift_known && one->drift < least->drift ? one : least;
        most = one->drift_known && one->drift > most->drift ? one : most;
    }
    return drifting->count <= NAMED
               ? words
               : arena_printf(arena, "%s to %s", one_wording(arena, findings, least),
                              one_wording(arena, findings, most));
}

static void note_metric(struct notes *notes, const struct findings *findings,
                        const struct drifting *drifting, const char *of)
{
    struct arena *arena = notes->arena;
    const char *each = each_wording(arena, findings, drifting),
               *session = "from the first tenth of the session to the last";
    if (drifting->count == 1)
        notes_add(notes, NOTE_DRIFT, "%sdrift: %s %s (%s); another session may differ by more", of,
                  drift_percent(arena, drifting->clearest), session,
                  p_wording(arena, drifting->clearest->drift_p));
    else if (!drifting->shared)
        notes_add(notes, NOTE_SIDE_DRIFT,
                  "%sthe variants drifted apart: %s %s; their ratio may have changed meanwhile", of,
                  each, session);
    else if (!drifting->paired)
        notes_add(notes, NOTE_SIDE_DRIFT,
                  "%sall variants drifted: %s %s; they share no blocks, so their ratio may contain "
                  "it",
                  of, each, session);
    else
        notes_add(
            notes, NOTE_DRIFT,
            "%sall variants drifted: %s %s; what they share cancels in their ratio, and means "
            "of another session may differ by more",
            of, each, session);
}

void note_drift(struct notes *notes, const struct findings *findings,
                const struct series_diagnostics *series, size_t count)
{
    bool several = series[0].estimate->metric != series[count - 1].estimate->metric;
    for (size_t metric = 0; metric < findings->catalogue.metric_count; metric++) {
        const struct drifting drifting = drifting_of(notes->arena, findings, series, count, metric);
        const char *name = findings->catalogue.metrics[metric].name;
        if (drifting.clearest)
            note_metric(notes, findings, &drifting,
                        several ? arena_printf(notes->arena, "%s: ", name) : "");
    }
}
