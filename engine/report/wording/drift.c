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
    bool shared;
};

static struct drifting drifting_of(struct arena *arena, const struct findings *findings,
                                   const struct series_diagnostics *series, size_t count,
                                   size_t metric)
{
    struct drifting drifting = {arena_new_array(arena, const struct series_diagnostics *, count),
                                NULL, 0, true};
    for (size_t i = 0; i < count; i++) {
        if (series[i].estimate->metric != metric || !series[i].drift_known)
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

// "strict +2.4 %, fast +2.1 %".
static const char *each_wording(struct arena *arena, const struct findings *findings,
                                const struct drifting *drifting)
{
    const char *words = "";
    for (size_t i = 0; i < drifting->count && i < NAMED; i++)
        words = arena_printf(arena, "%s%s%s %s", words, i ? ", " : "",
                             findings->catalogue.variants[drifting->items[i]->estimate->variant],
                             drift_percent(arena, drifting->items[i]));
    return drifting->count > NAMED
               ? arena_printf(arena, "%s and %zu more", words, drifting->count - NAMED)
               : words;
}

void note_drift(struct notes *notes, const struct findings *findings,
                const struct series_diagnostics *series, size_t count)
{
    struct arena *arena = notes->arena;
    size_t metrics = findings->catalogue.metric_count;
    for (size_t metric = 0; metric < metrics; metric++) {
        struct drifting drifting = drifting_of(arena, findings, series, count, metric);
        const char *of =
            series[0].estimate->metric == series[count - 1].estimate->metric
                ? ""
                : arena_printf(arena, "%s: ", findings->catalogue.metrics[metric].name);
        if (!drifting.clearest)
            continue;
        if (drifting.count == 1)
            notes_add(notes, NOTE_DRIFT,
                      "%sdrift: %s from the first tenth of the session to the last (%s); another "
                      "session may differ by more",
                      of, drift_percent(arena, drifting.clearest),
                      p_wording(arena, drifting.clearest->drift_p));
        else if (drifting.shared)
            notes_add(notes, NOTE_DRIFT,
                      "%sall variants drifted alike: %s from the first tenth of the session to the "
                      "last; ratios stand, means of another session may differ by more",
                      of, each_wording(arena, findings, &drifting));
        else
            notes_add(notes, NOTE_SIDE_DRIFT,
                      "%sthe variants drifted apart: %s from the first tenth of the session to the "
                      "last, so their ratio changed meanwhile",
                      of, each_wording(arena, findings, &drifting));
    }
}
