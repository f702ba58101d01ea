// Pairing two sides by the means of their common blocks.
#include "analysis/compare/internal.h"

#include "analysis/estimate/levels.h"
#include "model/level.h"

#include <stdlib.h>

struct unit_mean {
    size_t unit; // a block or a machine
    double mean;
};

// The means of one series; means beyond `room` are counted but not kept.
struct unit_means {
    const struct estimate *estimate; // of the series
    bool by_machine;
    struct unit_mean *items;
    size_t count, room;
};

static void add_mean(void *context, size_t unit, double mean)
{
    struct unit_means *means = context;
    if (means->count < means->room)
        means->items[means->count] = (struct unit_mean){unit, mean};
    means->count++;
}

static int by_unit(const void *a, const void *b)
{
    const struct unit_mean *one = a, *other = b;
    return (one->unit > other->unit) - (one->unit < other->unit);
}

// The mean of a block is the mean of its executions' means; the mean of a machine is that of its
// blocks' means.
static bool read_means(struct store *store, const struct series_entry *series,
                       struct unit_means *means, struct error *error)
{
    static const enum level levels[] = {LEVEL_ITERATION, LEVEL_EXECUTION, LEVEL_BUILD,
                                        LEVEL_MACHINE};
    CURSOR_CLEANUP struct sample_cursor *cursor = samples_open(store, series, error);
    if (!cursor)
        return false;
    struct variance variance = {
        .levels = means->by_machine ? 4 : 3, .top_unit = add_mean, .context = means};
    struct sample_piece piece;
    do {
        if (!samples_next(cursor, &piece, error))
            return false;
        levels_add(&variance, levels, &piece);
    } while (piece.count > 0);
    variance_finish(&variance);
    return true;
}

// Loads the sorted means of an estimate, unless `means` holds them already.
static bool load_means(struct arena *scratch, struct store *store,
                       const struct series_entry *series, const struct estimate *estimate,
                       bool by_machine, struct unit_means *means, struct error *error)
{
    if (means->estimate == estimate && means->by_machine == by_machine)
        return true;
    size_t room = by_machine ? series->machines : estimate->components.top_units;
    *means = (struct unit_means){estimate, by_machine,
                                 arena_new_array(scratch, struct unit_mean, room), 0, room};
    if (!read_means(store, series, means, error))
        return false;
    if (means->count <= room)
        qsort(means->items, means->count, sizeof *means->items, by_unit);
    return true;
}

// Whether blocks (or machines) are the top units of the estimate.
static bool is_whole(const struct unit_means *means)
{
    return means->by_machine || means->count == means->estimate->components.top_units;
}

static void pair(struct arena *scratch, const struct unit_means *old, const struct unit_means *new,
                 struct ratio_test *ratio_test)
{
    size_t most = old->count < new->count ? old->count : new->count;
    double *olds = arena_new_array(scratch, double, most);
    double *news = arena_new_array(scratch, double, most);
    *ratio_test = (struct ratio_test){.paired = true, .old = olds, .new = news};
    for (size_t i = 0, k = 0; i < old->count && k < new->count;) {
        size_t unit = old->items[i].unit, other = new->items[k].unit;
        if (unit == other) {
            olds[ratio_test->pairs] = old->items[i].mean;
            news[ratio_test->pairs++] = new->items[k].mean;
        }
        i += unit <= other;
        k += other <= unit;
    }
}

bool candidates_pair(struct arena *scratch, struct store *store, const struct estimates *estimates,
                     const struct candidates *candidates, struct error *error)
{
    struct unit_means old = {0}; // kept: consecutive candidates share the baseline
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->items[i];
        const struct comparison *comparison = &candidate->comparison;
        if (!comparison->old_estimate || !comparison->new_estimate)
            continue;
        const struct series_entry *old_series =
            estimate_series(estimates->catalogue, comparison->old_estimate);
        const struct series_entry *new_series =
            estimate_series(estimates->catalogue, comparison->new_estimate);
        struct unit_means new = {0};
        candidate->by_machine = old_series->machines > 1 || new_series->machines > 1;
        if (!load_means(scratch, store, old_series, comparison->old_estimate, candidate->by_machine,
                        &old, error) ||
            !load_means(scratch, store, new_series, comparison->new_estimate, candidate->by_machine,
                        &new, error))
            return false;
        if (is_whole(&old) && is_whole(&new))
            pair(scratch, &old, &new, &candidate->ratio_test);
    }
    return true;
}
