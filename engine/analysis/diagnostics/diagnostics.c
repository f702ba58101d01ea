// Evidence of all series: which are looked at, how much of each, and what disturbed them.
#include "analysis/diagnostics/diagnostics.h"

#include "analysis/diagnostics/internal.h"
#include "base/stream.h"
#include "model/phase.h"
#include "store/results/interference.h"

#include <stdlib.h>

static const uint64_t SEED = 0x65766964656e6365; // a report reads the same again

static int compare_size(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

// In the order of a catalogue.
static int compare_series(const void *a, const void *b)
{
    const struct series_entry *one = a, *two = b;
    int order = compare_size(one->cell, two->cell);
    order = order ? order : compare_size(one->phase, two->phase);
    order = order ? order : compare_size(one->metric, two->metric);
    return order ? order : compare_size(one->variant, two->variant);
}

// NULL if there is none.
static const struct series_entry *series_of(const struct catalogue *catalogue,
                                            const struct estimate *estimate, enum phase phase)
{
    const struct series_entry key = {.cell = estimate->cell,
                                     .variant = estimate->variant,
                                     .metric = estimate->metric,
                                     .phase = phase};
    return bsearch(&key, catalogue->series, catalogue->series_count, sizeof key, compare_series);
}

static struct diagnostics_share share_of(size_t series)
{
    return (struct diagnostics_share){.executions = EXECUTIONS_LOOKED_AT / series,
                                      .samples = SAMPLES_LOOKED_AT / series,
                                      .searched = SAMPLES_SEARCHED / series,
                                      .shuffled = VALUES_SHUFFLED / series};
}

static bool look_at(struct store *store, const struct estimates *estimates, size_t looked_at,
                    struct series_diagnostics *diagnostics, uint64_t seed, struct error *error)
{
    const struct estimate *estimate = diagnostics->estimate;
    const struct cell_findings *cell = &estimates->cells[estimate->cell];
    struct diagnostics_place place = {
        .store = store,
        .catalogue = estimates->catalogue,
        .own = series_of(estimates->catalogue, estimate, cell->phase),
        .pilot = series_of(estimates->catalogue, estimate, PHASE_PILOT),
        .slice = cell->pilot,
        .seed = seed,
        .share = share_of(looked_at),
    };
    return diagnostics_of_series(&place, diagnostics, error);
}

// All metrics of a variant were taken in the same executions.
static bool load_interference(struct arena *arena, struct store *store,
                              const struct estimates *estimates,
                              struct series_diagnostics *diagnostics, struct error *error)
{
    struct interference_counts *rows;
    size_t count;
    if (!store_interference_counts(store, arena, &rows, &count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct cell_findings *cell = &estimates->cells[rows[i].cell];
        for (size_t k = 0; rows[i].phase == cell->phase && k < cell->estimate_count; k++) {
            struct series_diagnostics *own = &diagnostics[&cell->estimates[k] - estimates->items];
            if (own->estimate->variant != rows[i].variant)
                continue;
            own->migrated = rows[i].executions[INTERFERENCE_MIGRATION];
            own->switched = rows[i].executions[INTERFERENCE_SWITCH];
            own->throttled = rows[i].executions[INTERFERENCE_THROTTLING];
        }
    }
    return true;
}

bool diagnostics_load(struct arena *arena, struct store *store, const struct estimates *estimates,
                      const struct series_diagnostics **diagnostics, struct error *error)
{
    size_t count = estimates->count;
    size_t one_in = (count + SERIES_LOOKED_AT - 1) / SERIES_LOOKED_AT;
    size_t looked_at = count < SERIES_LOOKED_AT ? count : SERIES_LOOKED_AT;
    struct series_diagnostics *all = arena_new_array(arena, struct series_diagnostics, count);
    bool done = true;
    for (size_t i = 0; done && i < count; i++) {
        uint64_t seed = seed_from_number(SEED, i);
        all[i].estimate = &estimates->items[i];
        if (seed % one_in == 0) // not every so many-th, which may be those of one variant
            done = look_at(store, estimates, looked_at, &all[i], seed, error);
    }
    *diagnostics = all;
    return done && load_interference(arena, store, estimates, all, error);
}
