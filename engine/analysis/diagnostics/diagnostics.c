// Diagnosing all series: choosing them, bounding the work, counting interference.
#include "analysis/diagnostics/diagnostics.h"

#include "analysis/diagnostics/internal.h"
#include "base/stream.h"
#include "model/phase.h"
#include "store/results/interference.h"

#include <stdlib.h>

static const uint64_t SEED = 0x65766964656e6365; // fixed: reports are repeatable

static int by_number(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

// In the order of a catalogue.
static int by_place(const void *a, const void *b)
{
    const struct series_entry *one = a, *two = b;
    int order = by_number(one->cell, two->cell);
    order = order ? order : by_number(one->phase, two->phase);
    order = order ? order : by_number(one->metric, two->metric);
    return order ? order : by_number(one->variant, two->variant);
}

// NULL if there is none.
static const struct series_entry *series_of(const struct catalogue *catalogue,
                                            const struct estimate *estimate, enum phase phase)
{
    const struct series_entry key = {.cell = estimate->cell,
                                     .variant = estimate->variant,
                                     .metric = estimate->metric,
                                     .phase = phase};
    return bsearch(&key, catalogue->series, catalogue->series_count, sizeof key, by_place);
}

static struct series_budget budget_of(size_t series)
{
    return (struct series_budget){.executions = EXECUTIONS_EXAMINED / series,
                                  .samples = SAMPLES_EXAMINED / series,
                                  .searched = SAMPLES_SEARCHED / series,
                                  .shuffled = VALUES_SHUFFLED / series};
}

static bool diagnose(struct store *store, const struct estimates *estimates, size_t examined,
                     struct series_diagnostics *diagnostics, uint64_t seed, struct error *error)
{
    const struct estimate *estimate = diagnostics->estimate;
    const struct cell_findings *cell = &estimates->cells[estimate->cell];
    struct diagnosed_series series = {
        .store = store,
        .catalogue = estimates->catalogue,
        .own = series_of(estimates->catalogue, estimate, cell->phase),
        .pilot = series_of(estimates->catalogue, estimate, PHASE_PILOT),
        .slice = cell->pilot,
        .seed = seed,
        .budget = budget_of(examined),
    };
    return diagnostics_of_series(&series, diagnostics, error);
}

// All metrics of a variant come from the same executions.
static void take_interference(const struct estimates *estimates, size_t index,
                              const struct interference_counts *row,
                              struct series_diagnostics *diagnostics)
{
    const struct cell_findings *cell = &estimates->cells[index];
    for (size_t k = 0; row->phase == cell->phase && k < cell->estimate_count; k++) {
        struct series_diagnostics *own = &diagnostics[&cell->estimates[k] - estimates->items];
        if (own->estimate->variant != row->variant)
            continue;
        own->migrated = row->executions[INTERFERENCE_MIGRATION];
        own->switched = row->executions[INTERFERENCE_SWITCH];
        own->throttled = row->executions[INTERFERENCE_THROTTLING];
    }
}

static bool load_interference(struct arena *arena, struct store *store,
                              const struct estimates *estimates,
                              struct series_diagnostics *diagnostics, struct error *error)
{
    struct interference_counts *rows;
    size_t count;
    if (!store_interference_counts(store, arena, &rows, &count, error))
        return false;
    for (size_t i = 0; i < count; i++)
        for (size_t cell = 0; cell < estimates->catalogue->cell_count; cell++)
            if (estimates->catalogue->cells[cell].stored == rows[i].cell)
                take_interference(estimates, cell, &rows[i], diagnostics);
    return true;
}

bool diagnostics_load(struct arena *arena, struct store *store, const struct estimates *estimates,
                      const struct series_diagnostics **diagnostics, struct error *error)
{
    size_t count = estimates->count;
    size_t one_in = (count + SERIES_EXAMINED - 1) / SERIES_EXAMINED;
    size_t examined = count < SERIES_EXAMINED ? count : SERIES_EXAMINED;
    struct series_diagnostics *all = arena_new_array(arena, struct series_diagnostics, count);
    bool done = true;
    for (size_t i = 0; done && i < count; i++) {
        uint64_t seed = seed_from_number(SEED, i);
        all[i].estimate = &estimates->items[i];
        if (seed % one_in == 0) // a fixed stride might pick the series of one variant only
            done = diagnose(store, estimates, examined, &all[i], seed, error);
    }
    *diagnostics = all;
    return done && load_interference(arena, store, estimates, all, error);
}
