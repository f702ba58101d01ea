// From the series of a store to estimates and ratios.
#include "analysis/estimate/estimates.h"

#include "analysis/estimate/absent.h"
#include "analysis/estimate/pairing.h"
#include "analysis/estimate/series.h"
#include "analysis/estimate/share_units.h"
#include "base/text.h"
#include "model/phase.h"
#include "spec/values.h"

#include <stdint.h>

static bool estimate_all(struct arena *arena, struct store *store, struct estimates *estimates,
                         struct error *error)
{
    const struct catalogue *catalogue = estimates->catalogue;
    struct arena scratch = {0}, own = {0};
    double *room = arena_new_array(&scratch, double, ORDER_ROOM);
    estimates->items = arena_new_array(arena, struct estimate, catalogue->series_count);
    bool done = true;
    for (size_t i = 0; done && i < catalogue->series_count; i++) {
        const struct series_entry *series = &catalogue->series[i];
        struct cell_findings *cell = &estimates->cells[series->cell];
        if (series->phase != cell->phase || series_is_partial(series))
            continue;
        struct estimate *estimate = &estimates->items[estimates->count];
        struct share_units units = {.arena = &own};
        done = series_estimate(arena, store, catalogue, series, &cell->pilot, estimates->confidence,
                               room, &units, estimate, error) &&
               decomposition_load(store, estimates, series, units.items, estimate, error);
        arena_release(&own);
        if (estimate->components.top_units == 0)
            continue;
        cell->estimates = cell->estimates ? cell->estimates : estimate;
        cell->estimate_count++;
        estimates->count++;
    }
    arena_release(&scratch);
    return done;
}

static void find_negative(struct arena *arena, struct estimates *estimates)
{
    bool *negative = arena_new_array(arena, bool, estimates->catalogue->metric_count);
    for (size_t i = 0; i < estimates->count; i++)
        negative[estimates->items[i].metric] |= estimates->items[i].order.minimum < 0;
    for (size_t i = 0; i < estimates->count; i++)
        estimates->items[i].may_be_negative = negative[estimates->items[i].metric];
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

// Seconds of an iteration; a cycle takes 0.1 ns at 10 GHz.
static const double GRAIN_S = 5e-11;

bool is_below_grain(const struct catalogue *catalogue, const struct estimate *estimate)
{
    double seconds, mean = estimate->components.mean;
    return value_time_unit(catalogue->metrics[estimate->metric].unit, &seconds) && mean > 0 &&
           mean * seconds < GRAIN_S;
}

const char *why_below_grain(struct arena *arena, const struct catalogue *catalogue,
                            const struct estimate *old, const struct estimate *new)
{
    const struct estimate *empty = is_below_grain(catalogue, new)   ? new
                                   : is_below_grain(catalogue, old) ? old
                                                                    : NULL;
    return empty ? arena_printf(arena, "%s takes less than 0.05 ns: nothing was timed",
                                catalogue->variants[empty->variant])
                 : NULL;
}

static void set_ratios(struct arena *arena, struct estimates *estimates)
{
    estimates->ratios = arena_new_array(arena, struct variant_ratio, estimates->count);
    for (size_t i = 0; i < estimates->count; i++) {
        const struct estimate *new = &estimates->items[i], *old = baseline_of(estimates, new);
        if (!old || old == new || estimates->completeness.unfinished ||
            is_below_grain(estimates->catalogue, old) || is_below_grain(estimates->catalogue, new))
            continue;
        struct cell_findings *cell = &estimates->cells[new->cell];
        struct variant_ratio *variant_ratio = &estimates->ratios[estimates->ratio_count++];
        *variant_ratio =
            (struct variant_ratio){.old = old, .new = new, .test = ratio_test_of(arena, old, new)};
        cell->variant_ratios = cell->variant_ratios ? cell->variant_ratios : variant_ratio;
        cell->variant_ratio_count++;
    }
}

const char rebuilt_mark[] = " rebuilt";

size_t rebuilt_variant(const struct catalogue *catalogue)
{
    for (size_t i = 1; i < catalogue->variant_count; i++)
        if (text_starts(catalogue->variants[i], catalogue->variants[0]) &&
            text_ends(catalogue->variants[i], rebuilt_mark))
            return i;
    return 0;
}

// Neither of the rebuilt baseline nor of a variant as built beside one with layouts.
static bool is_compared(const struct estimates *estimates, const struct variant_ratio *ratio)
{
    const struct catalogue *catalogue = estimates->catalogue;
    size_t variant = ratio->new->variant;
    return variant != rebuilt_variant(catalogue) &&
           (!estimates->laid_out ||
            estimates->laid_out[ratio->new->cell * catalogue->variant_count + variant] == SIZE_MAX);
}

enum verdict estimates_verdict(const struct estimates *estimates, const struct variant_ratio *ratio)
{
    const struct catalogue *catalogue = estimates->catalogue;
    const struct estimate *new = ratio->new;
    return doubt_of(&estimates->doubts, catalogue, new->cell, ratio->old->variant, new->variant,
                    catalogue->metrics[new->metric].name)
               ? VERDICT_INCONCLUSIVE
               : ratio_verdict(&ratio->ratio);
}

// The ratios in one metric hold together, but for those that are not compared.
static void judge_ratios(struct arena *arena, struct estimates *estimates)
{
    const struct catalogue *catalogue = estimates->catalogue;
    size_t *family = arena_new_array(arena, size_t, catalogue->metric_count);
    for (size_t i = 0; i < estimates->ratio_count; i++)
        family[estimates->ratios[i].new->metric] += is_compared(estimates, &estimates->ratios[i]);
    for (size_t i = 0; i < estimates->ratio_count; i++) {
        struct variant_ratio *own = &estimates->ratios[i];
        size_t together = is_compared(estimates, own) ? family[own->new->metric] : 1;
        own->confidence = looks_confidence(estimates->looks, own->new->cell,
                                           simultaneous(estimates->confidence, together));
        own->ratio = ratio_test_ratio(&own->test, own->confidence);
        own->verdict = estimates_verdict(estimates, own);
    }
}

bool estimates_load(struct arena *arena, struct store *store, struct estimates *estimates,
                    struct error *error)
{
    if (!estimate_all(arena, store, estimates, error))
        return false;
    find_negative(arena, estimates);
    set_ratios(arena, estimates);
    judge_ratios(arena, estimates);
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
    const char *absent = absent_reason(own, variant);
    if (absent)
        return arena_printf(arena, "%s %s", name, absent);
    return own->phase == PHASE_REAL || !own->measured
               ? arena_printf(arena, "%s was not measured", name)
               : arena_printf(arena, "%s was measured in the pilot only", name);
}
