// From the series of a store to estimates and ratios.
#include "analysis/estimate/estimates.h"

#include "analysis/estimate/series.h"
#include "model/phase.h"

static bool estimate_all(struct arena *arena, struct store *store, struct estimates *estimates,
                         struct error *error)
{
    const struct catalogue *catalogue = estimates->catalogue;
    struct arena scratch = {0};
    double *room = arena_new_array(&scratch, double, ORDER_ROOM);
    estimates->items = arena_new_array(arena, struct estimate, catalogue->series_count);
    bool done = true;
    for (size_t i = 0; done && i < catalogue->series_count; i++) {
        const struct series_entry *series = &catalogue->series[i];
        struct cell_findings *cell = &estimates->cells[series->cell];
        if (series->phase != cell->phase || series_is_partial(series))
            continue;
        struct estimate *estimate = &estimates->items[estimates->count];
        done = series_estimate(store, catalogue, series, &cell->pilot, estimates->confidence, room,
                               estimate, error);
        if (estimate->components.top_units == 0)
            continue;
        cell->estimates = cell->estimates ? cell->estimates : estimate;
        cell->estimate_count++;
        estimates->count++;
    }
    arena_release(&scratch);
    return done;
}

// NULL if the experiment's first variant was not measured: no other variant replaces it.
static const struct estimate *baseline_of(const struct estimates *estimates,
                                          const struct estimate *estimate)
{
    const struct cell_findings *cell = &estimates->cells[estimate->cell];
    for (size_t i = 0; i < cell->estimate_count; i++)
        if (cell->estimates[i].variant == 0 && cell->estimates[i].metric == estimate->metric)
            return &cell->estimates[i];
    return NULL;
}

static void set_ratios(struct arena *arena, struct estimates *estimates)
{
    estimates->ratios = arena_new_array(arena, struct variant_ratio, estimates->count);
    for (size_t i = 0; i < estimates->count; i++) {
        const struct estimate *new = &estimates->items[i], *old = baseline_of(estimates, new);
        if (!old || old == new)
            continue;
        struct cell_findings *cell = &estimates->cells[new->cell];
        struct variant_ratio *variant_ratio = &estimates->ratios[estimates->ratio_count++];
        *variant_ratio = (struct variant_ratio){
            old, new, ratio_of(&old->components, &new->components, estimates->confidence), 0};
        variant_ratio->verdict = ratio_verdict(&variant_ratio->ratio);
        cell->variant_ratios = cell->variant_ratios ? cell->variant_ratios : variant_ratio;
        cell->variant_ratio_count++;
    }
}

bool estimates_load(struct arena *arena, struct store *store, struct estimates *estimates,
                    struct error *error)
{
    if (!estimate_all(arena, store, estimates, error))
        return false;
    set_ratios(arena, estimates);
    return true;
}

const struct estimate *estimates_real(const struct estimates *estimates, size_t cell, size_t metric,
                                      size_t variant)
{
    const struct cell_findings *own = &estimates->cells[cell];
    for (size_t i = 0; own->phase == PHASE_REAL && i < own->estimate_count; i++)
        if (own->estimates[i].metric == metric && own->estimates[i].variant == variant)
            return &own->estimates[i];
    return NULL;
}

const char *why_not_measured(struct arena *arena, const struct estimates *estimates, size_t cell,
                             size_t variant)
{
    const struct cell_findings *own = &estimates->cells[cell];
    const char *name = estimates->catalogue->variants[variant], *reasons = "";
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
