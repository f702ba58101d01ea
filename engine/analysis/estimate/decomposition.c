// Which levels have a share, and by which phase.
#include "analysis/estimate/decomposition.h"

#include "analysis/estimate/estimates.h"
#include "analysis/estimate/series.h"
#include "analysis/estimate/share_units.h"
#include "store/facts.h"

// The highest level that was not repeated, and what contains it.
static void set_missing(struct decomposition *decomposition, bool hidden)
{
    const struct components *components = &decomposition->components;
    const enum level *level = decomposition->level;
    for (int i = components->levels - 1; i >= 0; i--)
        if (!components->known[i]) {
            bool top = i == components->levels - 1;
            decomposition->missing = level[i];
            decomposition->within = top ? (enum level)0 : level[i + 1];
            return;
        }
    if (hidden) {
        decomposition->missing = LEVEL_ITERATION;
        decomposition->within = level[0];
    }
}

static struct decomposition decomposition_of(enum phase phase, const struct estimate *estimate,
                                             bool hidden, const struct share_unit *units,
                                             double confidence)
{
    struct decomposition decomposition = {.phase = phase, .components = estimate->components};
    struct components *components = &decomposition.components;
    variance_shares(components, decomposition.shares);
    for (int i = 0; i < components->levels; i++) {
        decomposition.level[i] = estimate->level[i];
        decomposition.separate[i] = variance_is_separate(components, i) && (i > 0 || !hidden);
        if (decomposition.separate[i])
            decomposition.intervals[i] =
                share_interval(components, i, units, components->top_units, confidence);
    }
    set_missing(&decomposition, hidden);
    return decomposition;
}

// ---- Iterations in the lowest level

static bool has_iterations(const struct estimates *estimates, const struct series_entry *series)
{
    enum level levels[LEVELS_MAX];
    struct slice slice = slice_of_series(&estimates->cells[series->cell].pilot, series);
    levels_of_series(&estimates->catalogue->cells[series->cell], series, &slice, levels);
    return levels[0] == LEVEL_ITERATION;
}

// Whether the harness, which iterates as often as it is told, was never told more than once.
static bool never_iterated(struct store *store, const struct catalogue *catalogue, size_t cell)
{
    struct arena scratch = {0};
    bool once = catalogue->cells[cell].paced && !store_get(store, &scratch, FACT_ITERATION);
    for (size_t i = 0; i < catalogue->series_count; i++)
        once = once && (catalogue->series[i].cell != cell || catalogue->series[i].longest <= 1);
    arena_release(&scratch);
    return once;
}

// The lowest level contains iterations, which could have been repeated.
static bool hides_iterations(struct store *store, const struct estimates *estimates,
                             const struct series_entry *series, const struct series_entry *pilot)
{
    return !has_iterations(estimates, series) &&
           ((pilot && has_iterations(estimates, pilot)) ||
            never_iterated(store, estimates->catalogue, series->cell));
}

// ---- The phase

static unsigned separate_levels(const struct decomposition *decomposition)
{
    unsigned levels = 0;
    for (int i = 0; i < decomposition->components.levels; i++)
        levels |= (unsigned)decomposition->separate[i] << decomposition->level[i];
    return levels;
}

// Whether one separates levels that the other does not, and no fewer.
static bool is_finer(const struct decomposition *one, const struct decomposition *other)
{
    unsigned own = separate_levels(one), others = separate_levels(other);
    return own != others && (own & others) == others;
}

static bool decompose(struct store *store, const struct estimates *estimates,
                      const struct series_entry *series, double confidence,
                      struct decomposition *decomposition, struct error *error)
{
    struct arena scratch = {0};
    struct share_units units = {.arena = &scratch};
    struct estimate own;
    bool read =
        series_components(&scratch, store, estimates->catalogue, series,
                          &estimates->cells[series->cell].pilot, confidence, &units, &own, error);
    if (read) {
        const struct series_entry *pilot = estimate_series(estimates->catalogue, &own, PHASE_PILOT);
        bool hidden = hides_iterations(store, estimates, series, pilot);
        *decomposition = decomposition_of(series->phase, &own, hidden, units.items, confidence);
    }
    arena_release(&scratch);
    return read;
}

bool decomposition_load(struct store *store, const struct estimates *estimates,
                        const struct series_entry *series, const struct share_unit *units,
                        struct estimate *estimate, struct error *error)
{
    const struct series_entry *pilot = estimate_series(estimates->catalogue, estimate, PHASE_PILOT);
    bool hidden = hides_iterations(store, estimates, series, pilot);
    struct decomposition *kept = &estimate->decomposition, by_pilot;
    *kept = decomposition_of(series->phase, estimate, hidden, units, estimates->confidence);
    if (!kept->missing || !pilot || pilot == series || series_is_partial(pilot))
        return true;
    if (!decompose(store, estimates, pilot, estimates->confidence, &by_pilot, error))
        return false;
    if (is_finer(&by_pilot, kept))
        *kept = by_pilot;
    return true;
}

bool decomposition_at(struct store *store, const struct estimates *estimates,
                      const struct estimate *estimate, double confidence,
                      struct decomposition *decomposition, struct error *error)
{
    const struct series_entry *series =
        estimate_series(estimates->catalogue, estimate, estimate->decomposition.phase);
    return decompose(store, estimates, series, confidence, decomposition, error);
}

const char *decomposition_missing(struct arena *arena, const struct decomposition *decomposition)
{
    const char *missing = level_name(decomposition->missing), *within = "";
    if (!decomposition->missing)
        return NULL;
    if (decomposition->within)
        within =
            arena_printf(arena, " %s %s", decomposition->within == LEVEL_EXECUTION ? "an" : "a",
                         level_name(decomposition->within));
    return arena_printf(arena, "one %s%s; set %ss: 2 or more", missing, within, missing);
}
