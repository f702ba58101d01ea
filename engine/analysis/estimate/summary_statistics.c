// Bootstrapping the summary statistics, one cell after the other.
#include "analysis/estimate/summary_statistics.h"

#include "analysis/estimate/series.h"
#include "base/text.h"
#include "model/better.h"
#include "model/level.h"
#include "model/phase.h"
#include "model/verdict.h"
#include "stats/bootstrap.h"
#include "store/facts.h"

static const uint64_t SEED = 0x626f6f7473747261;

struct cell_bootstrap {
    struct arena scratch; // of the cell
    struct store *store;
    struct estimates *estimates;
    struct cell_findings *cell;
    const struct series_entry *series; // of the last estimate; both are in the same order
    double **replicates;               // by estimate of the cell; NULL: the mean is reported
};

static const struct series_entry *find_series(struct cell_bootstrap *run,
                                              const struct estimate *estimate)
{
    const struct series_entry *series = run->series;
    while (series->cell != estimate->cell || series->metric != estimate->metric ||
           series->variant != estimate->variant || series->phase != run->cell->phase)
        series++;
    return run->series = series;
}

static bool read_values(const struct cell_bootstrap *run, const struct series_entry *series,
                        const struct estimate *estimate, struct hierarchy *hierarchy,
                        struct error *error)
{
    CURSOR_CLEANUP struct sample_cursor *cursor = samples_open(run->store, series, error);
    if (!cursor)
        return false;
    struct slice slice = slice_of_series(&run->cell->pilot, series);
    struct sample_piece piece;
    do {
        if (!samples_next(cursor, &piece, error))
            return false;
        struct sample_piece part = slice_piece(&slice, &piece);
        size_t unit[LEVELS_MAX] = {0};
        units_of_piece(estimate->level, hierarchy->levels, &part, unit);
        hierarchy_add(hierarchy, unit, part.values, part.count);
    } while (piece.count > 0);
    return true;
}

static bool is_more_better(const struct cell_bootstrap *run, const struct estimate *estimate)
{
    return run->estimates->catalogue->metrics[estimate->metric].better == BETTER_MORE;
}

// Sets value and interval of one estimate, and its replicates at `index` if it has an interval.
static bool summarise(struct cell_bootstrap *run, size_t index, struct estimate *estimate,
                      struct error *error)
{
    const struct estimates *estimates = run->estimates;
    uint64_t seed = seed_from_number(seed_from_number(SEED, estimate->cell), estimate->metric);
    struct hierarchy hierarchy = {.arena = &run->scratch,
                                  .levels = estimate->components.levels,
                                  .group = estimate->group,
                                  .smallest = estimate->summary.kind == STATISTIC_MINIMUM,
                                  .stream = stream_from(seed_from_number(seed, estimate->variant))};
    bool more = is_more_better(run, estimate);
    if (!read_values(run, find_series(run, estimate), estimate, &hierarchy, error))
        return false;
    estimate->value = 0;
    estimate->defined = hierarchy_finish(&hierarchy, &estimate->summary, more, &estimate->value);
    size_t count = estimate->defined ? estimates->replicates : 0,
           units = estimate->components.top_units;
    double *replicates = arena_new_array(&run->scratch, double, count);
    if (count > 0 && units > 1)
        bootstrap(&hierarchy, &estimate->summary, more, replicates, count);
    estimate->range =
        bootstrap_interval(replicates, count, count > 0 ? units : 0, estimates->confidence);
    run->replicates[index] = replicates;
    return true;
}

static void set_ratio(const struct cell_bootstrap *run, struct variant_ratio *variant_ratio)
{
    const struct estimate *old = variant_ratio->old, *new = variant_ratio->new;
    const struct estimates *estimates = run->estimates;
    if (is_mean(new)) {
        variant_ratio->ratio = ratio_test_ratio(&variant_ratio->test, variant_ratio->confidence);
    } else {
        size_t units = old->components.top_units;
        units = new->components.top_units < units ? new->components.top_units : units;
        variant_ratio->ratio =
            bootstrap_ratio(old->value, run->replicates[old - run->cell->estimates], new->value,
                            run->replicates[new - run->cell->estimates], estimates->replicates,
                            units, variant_ratio->confidence);
    }
    variant_ratio->verdict = ratio_verdict(&variant_ratio->ratio);
}

// The estimates and ratios of a cell are neighbours in their arrays.
static bool summarise_cell(struct cell_bootstrap *run, struct error *error)
{
    const struct cell_findings *cell = run->cell;
    const struct estimates *all = run->estimates;
    if (cell->estimate_count == 0)
        return true;
    struct estimate *estimates = all->items + (cell->estimates - all->items);
    struct variant_ratio *ratios = all->ratios + (cell->variant_ratios - all->ratios);
    run->replicates = arena_new_array(&run->scratch, double *, cell->estimate_count);
    for (size_t i = 0; i < cell->estimate_count; i++)
        if (!is_mean(&estimates[i]) && !summarise(run, i, &estimates[i], error))
            return false;
    for (size_t i = 0; i < cell->variant_ratio_count; i++)
        set_ratio(run, &ratios[i]);
    return true;
}

// At least one value of an execution stays.
static size_t group_of(const struct estimate *estimate)
{
    size_t wanted = (estimate->order.count + SUMMARY_VALUES - 1) / SUMMARY_VALUES;
    size_t longest = estimate->level[0] == LEVEL_ITERATION ? estimate->most[0] : 1;
    return wanted < longest ? wanted : longest;
}

// Sets the thinning of each series and the number of replicates.
static void plan_work(struct estimates *estimates)
{
    double values = 0;
    estimates->replicates = 0;
    for (size_t i = 0; i < estimates->count; i++) {
        struct estimate *estimate = &estimates->items[i];
        if (is_mean(estimate))
            continue;
        estimate->group = group_of(estimate);
        values += (double)estimate->order.count / (double)estimate->group;
    }
    if (values > 0) {
        double most = BOOTSTRAP_WORK / values;
        estimates->replicates = most > REPLICATES_MOST    ? REPLICATES_MOST
                                : most < REPLICATES_LEAST ? REPLICATES_LEAST
                                                          : (size_t)most;
    }
}

// Skips estimates that report the mean.
static bool summarise_all(struct store *store, struct estimates *estimates, struct error *error)
{
    bool done = true;
    struct cell_bootstrap run = {
        .store = store, .estimates = estimates, .series = estimates->catalogue->series};
    plan_work(estimates);
    for (size_t i = 0; done && i < estimates->catalogue->cell_count; i++) {
        run.cell = &estimates->cells[i];
        done = summarise_cell(&run, error);
        arena_release(&run.scratch);
    }
    return done;
}

// The statistic of the benchmark, else of the experiment, else the mean.
static bool read_statistic(struct store *store, struct arena *arena, const char *benchmark,
                           struct statistic *summary, const char **words, struct error *error)
{
    *words = store_get(store, arena, arena_printf(arena, FACT_BENCHMARK_SUMMARY, benchmark));
    *words = *words ? *words : store_get(store, arena, FACT_SUMMARY);
    *words = *words ? *words : statistic_forms[STATISTIC_MEAN].name;
    const char *problem = statistic_read(arena, *words, summary);
    return !problem || failed(error, EXIT_USAGE, "%s", problem);
}

bool summary_statistics_load(struct arena *arena, struct store *store, struct estimates *estimates,
                             struct error *error)
{
    struct statistic summary = {0};
    const char *benchmark = NULL, *words = NULL;
    bool any = false;
    for (size_t i = 0; i < estimates->count; i++) {
        struct estimate *estimate = &estimates->items[i];
        const char *own = estimates->catalogue->cells[estimate->cell].benchmark;
        if (!text_equal(own, benchmark) &&
            !read_statistic(store, arena, own, &summary, &words, error))
            return false;
        benchmark = own;
        estimate->summary = summary;
        estimate->summary_name = words;
        any |= !is_mean(estimate);
    }
    return !any || summarise_all(store, estimates, error);
}

static bool samples_are_single(const struct estimates *estimates, const char *words,
                               struct error *error)
{
    for (size_t i = 0; i < estimates->catalogue->cell_count; i++) {
        const struct cell_progress *progress = &estimates->cells[i].progress;
        if (progress->batch_most > 1)
            return failed(error, EXIT_USAGE,
                          "samples of '%s' are means of up to %zu iterations: their %s is not that "
                          "of iterations. Set 'summary: %s' in the experiment file and measure "
                          "again",
                          estimates->catalogue->cells[i].benchmark, progress->batch_most, words,
                          words);
    }
    return true;
}

bool summary_statistics_choose(struct arena *arena, struct store *store,
                               struct estimates *estimates, const struct statistic *summary,
                               struct error *error)
{
    const char *words = statistic_name(arena, summary);
    if (statistic_is_of_order(summary) && !samples_are_single(estimates, words, error))
        return false;
    for (size_t i = 0; i < estimates->count; i++) {
        estimate_take_mean(&estimates->items[i]);
        estimates->items[i].summary = *summary;
        estimates->items[i].summary_name = words;
    }
    return summarise_all(store, estimates, error);
}
