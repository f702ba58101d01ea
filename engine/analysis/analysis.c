// Putting together what a store's samples show.
#include "analysis/findings.h"

#include "analysis/diagnostics/canary.h"
#include "analysis/claims/claims.h"
#include "analysis/derive/derived.h"
#include "analysis/machines.h"
#include "analysis/estimate/series.h"
#include "analysis/estimate/summary_statistics.h"
#include "analysis/diagnostics/warmup.h"
#include "model/level.h"
#include "model/phase.h"
#include "model/verdict.h"
#include "store/profiles.h"
#include "store/restart.h"

#include <stdlib.h>

static const double CONFIDENCE = 0.95;

static const char *fact(struct store *store, struct arena *arena, const char *key)
{
    const char *value = store_get(store, arena, key);
    return value ? value : "";
}

static void load_facts(struct arena *arena, struct store *store, struct findings *findings)
{
    const char *confidence = store_get(store, arena, "confidence");
    findings->experiment = fact(store, arena, "experiment");
    findings->question = fact(store, arena, "question");
    findings->seed = fact(store, arena, "seed");
    findings->confidence = confidence ? strtod(confidence, NULL) : CONFIDENCE;
    findings->precision = strtod(fact(store, arena, "precision"), NULL);
    findings->iteration = strtoull(fact(store, arena, "iteration"), NULL, 10);
    for (int level = LEVEL_ITERATION; level <= LEVEL_BUILD; level++) {
        const char *key = arena_printf(arena, "real.%s", level_name((enum level)level));
        findings->fixed[level] = strtod(fact(store, arena, key), NULL) > 0;
    }
    findings->quick = text_equal(fact(store, arena, "quick"), "yes");
    findings->closed_form = text_equal(fact(store, arena, "allocation"), "closed-form");
}

// Every cell's phase, pilot samples and progress.
static bool load_cells(struct arena *arena, struct store *store, struct findings *findings,
                       struct error *error)
{
    const struct catalogue *catalogue = &findings->catalogue;
    findings->cells = arena_new_array(arena, struct cell_findings, catalogue->cell_count);
    for (size_t i = 0; i < catalogue->series_count; i++) {
        struct cell_findings *cell = &findings->cells[catalogue->series[i].cell];
        cell->measured = true;
        if (catalogue->series[i].phase == PHASE_REAL)
            cell->phase = PHASE_REAL;
    }
    struct cell_progress *progress =
        arena_new_array(arena, struct cell_progress, catalogue->cell_count);
    bool done = store_progress(store, arena, progress, catalogue->cell_count, error), steady = true;
    for (size_t i = 0; done && i < catalogue->cell_count; i++) {
        findings->cells[i].progress = progress[i];
        done = warmup_slice(store, catalogue, i, &findings->cells[i].pilot, &steady, error);
    }
    return done;
}

static bool load_estimates(struct arena *arena, struct store *store, struct findings *findings,
                           struct error *error)
{
    const struct catalogue *catalogue = &findings->catalogue;
    struct arena scratch = {0};
    double *room = arena_new_array(&scratch, double, ORDER_ROOM);
    findings->estimates = arena_new_array(arena, struct estimate, catalogue->series_count);
    bool done = true;
    for (size_t i = 0; done && i < catalogue->series_count; i++) {
        const struct series_entry *series = &catalogue->series[i];
        struct cell_findings *cell = &findings->cells[series->cell];
        if (series->phase != cell->phase || series_is_partial(series))
            continue;
        struct estimate *estimate = &findings->estimates[findings->estimate_count];
        done = series_estimate(store, catalogue, series, &cell->pilot, findings->confidence, room,
                               estimate, error);
        if (estimate->components.top_units == 0)
            continue;
        cell->estimates = cell->estimates ? cell->estimates : estimate;
        cell->estimate_count++;
        findings->estimate_count++;
    }
    arena_release(&scratch);
    return done;
}

// The first variant that was measured in this metric is what the others are compared with only if
// it is the experiment's first.
static const struct estimate *baseline_of(const struct findings *findings,
                                          const struct estimate *estimate)
{
    const struct cell_findings *cell = &findings->cells[estimate->cell];
    for (size_t i = 0; i < cell->estimate_count; i++)
        if (cell->estimates[i].variant == 0 && cell->estimates[i].metric == estimate->metric)
            return &cell->estimates[i];
    return NULL;
}

static void compare(struct arena *arena, struct findings *findings)
{
    findings->variant_ratios =
        arena_new_array(arena, struct variant_ratio, findings->estimate_count);
    for (size_t i = 0; i < findings->estimate_count; i++) {
        const struct estimate *new = &findings->estimates[i], *old = baseline_of(findings, new);
        if (!old || old == new)
            continue;
        struct cell_findings *cell = &findings->cells[new->cell];
        struct variant_ratio *variant_ratio =
            &findings->variant_ratios[findings->variant_ratio_count++];
        *variant_ratio = (struct variant_ratio){
            old, new, ratio_of(&old->components, &new->components, findings->confidence), 0};
        variant_ratio->verdict = ratio_verdict(&variant_ratio->ratio);
        cell->variant_ratios = cell->variant_ratios ? cell->variant_ratios : variant_ratio;
        cell->variant_ratio_count++;
    }
}

static bool load_dimensions(struct arena *arena, struct store *store, struct findings *findings,
                            struct error *error)
{
    if (!store_dimensions(store, arena, &findings->dimensions, &findings->dimension_count, error))
        return false;
    for (size_t i = 0; i < findings->dimension_count; i++) {
        struct cell_findings *cell = &findings->cells[findings->dimensions[i].cell];
        cell->dimensions = cell->dimensions ? cell->dimensions : &findings->dimensions[i];
        cell->dimension_count++;
    }
    return true;
}

static bool load_failures(struct arena *arena, struct store *store, struct findings *findings,
                          struct error *error)
{
    if (!store_failures(store, arena, &findings->failures, &findings->failure_count, error))
        return false;
    for (size_t i = 0; i < findings->failure_count; i++) {
        struct cell_findings *cell = &findings->cells[findings->failures[i].cell];
        cell->failures = cell->failures ? cell->failures : &findings->failures[i];
        cell->failure_count++;
    }
    return true;
}

bool findings_load(struct arena *arena, struct store *store, struct findings *findings,
                   struct error *error)
{
    *findings = (struct findings){0};
    load_facts(arena, store, findings);
    if (!store_catalogue(store, arena, &findings->catalogue, error) ||
        !load_cells(arena, store, findings, error) ||
        !load_estimates(arena, store, findings, error) ||
        !load_dimensions(arena, store, findings, error) ||
        !load_failures(arena, store, findings, error))
        return false;
    compare(arena, findings);
    if (!summary_statistics_load(arena, store, findings, error))
        return false;
    return store_earlier_blocks(store, &findings->earlier_blocks, error) &&
           machines_wording(arena, store, &findings->machines, error) &&
           canary_load(arena, store, findings, error) &&
           store_profiles(store, arena, &findings->profiles, &findings->profile_count, error) &&
           store_events(store, arena, &findings->events, &findings->event_count, error) &&
           clocks_load(arena, store, &findings->clocks, &findings->clock_count, error) &&
           derived_load(arena, store, findings, error) &&
           claims_judge(arena, store, findings, error);
}

const struct estimate *findings_real(const struct findings *findings, size_t cell, size_t metric,
                                     size_t variant)
{
    const struct cell_findings *own = &findings->cells[cell];
    for (size_t i = 0; own->phase == PHASE_REAL && i < own->estimate_count; i++)
        if (own->estimates[i].metric == metric && own->estimates[i].variant == variant)
            return &own->estimates[i];
    return NULL;
}

const struct series_entry *catalogue_series(const struct catalogue *catalogue,
                                            const struct estimate *estimate)
{
    const struct series_entry *series = catalogue->series;
    while (series->cell != estimate->cell || series->metric != estimate->metric ||
           series->variant != estimate->variant || series->phase != PHASE_REAL)
        series++;
    return series;
}

const char *why_not_measured(struct arena *arena, const struct findings *findings, size_t cell,
                             size_t variant)
{
    const struct cell_findings *own = &findings->cells[cell];
    const char *name = findings->catalogue.variants[variant], *reasons = "";
    for (size_t i = 0; i < own->failure_count; i++)
        if (own->failures[i].variant == variant)
            reasons = arena_printf(arena, "%s%s%s", reasons, *reasons ? ", " : "",
                                   own->failures[i].reason);
    if (*reasons)
        return arena_printf(arena, "%s failed (%s)", name, reasons);
    return own->phase == PHASE_REAL || !own->measured
               ? arena_printf(arena, "%s was not measured", name)
               : arena_printf(arena, "%s was measured in the pilot only", name);
}
