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

#include <stdlib.h>

static const uint64_t SEED = 0x626f6f7473747261, TOP_SEED = 0x626c6f636b73;

struct resampled {
    bool defined;
    double value;
    double *replicates; // if there is an interval
};

struct cell_bootstrap {
    struct arena scratch; // of the cell
    struct store *store;
    struct estimates *estimates;
    struct cell_findings *cell;
    const struct series_entry *next;    // not before that of the next estimate: both are in order
    const struct series_entry **series; // by estimate of the cell; NULL: the mean is reported
    double **replicates;                // the same
};

static size_t index_of(const struct cell_bootstrap *run, const struct estimate *estimate)
{
    return (size_t)(estimate - run->cell->estimates);
}

static void find_series(struct cell_bootstrap *run, const struct estimate *estimate)
{
    const struct series_entry *series = run->next;
    while (series->cell != estimate->cell || series->metric != estimate->metric ||
           series->variant != estimate->variant || series->phase != run->cell->phase)
        series++;
    run->series[index_of(run, estimate)] = run->next = series;
}

static int by_number(const void *a, const void *b)
{
    size_t one = *(const size_t *)a, other = *(const size_t *)b;
    return (one > other) - (one < other);
}

static bool has_block(const struct block_pairs *pairs, const struct series_entry *series,
                      const struct sample_piece *piece)
{
    size_t block = unit_of_piece(series->machines > 1 ? LEVEL_MACHINE : LEVEL_BUILD, piece);
    return bsearch(&block, pairs->block, pairs->count, sizeof block, by_number);
}

// Only those of the pairs' blocks; NULL: all.
static bool read_values(const struct cell_bootstrap *run, const struct estimate *estimate,
                        const struct block_pairs *only, struct hierarchy *hierarchy,
                        struct error *error)
{
    const struct series_entry *series = run->series[index_of(run, estimate)];
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
        if (only && piece.count > 0 && !has_block(only, series, &piece))
            continue;
        units_of_piece(estimate->level, hierarchy->levels, &part, unit);
        hierarchy_add(hierarchy, unit, part.values, part.count);
    } while (piece.count > 0);
    return true;
}

static bool is_more_better(const struct cell_bootstrap *run, const struct estimate *estimate)
{
    return run->estimates->catalogue->metrics[estimate->metric].better == BETTER_MORE;
}

static uint64_t seed_of(uint64_t seed, const struct estimate *estimate)
{
    return seed_from_number(seed_from_number(seed, estimate->cell), estimate->metric);
}

// Resamples one side, or only the blocks that it shares with another (else NULL). Sides that share
// their blocks are given the same `top`.
static bool resample(struct cell_bootstrap *run, const struct estimate *estimate,
                     const struct block_pairs *only, uint64_t top, struct resampled *found,
                     struct error *error)
{
    uint64_t seed = seed_from_number(seed_of(SEED, estimate), estimate->variant);
    struct hierarchy hierarchy = {.arena = &run->scratch,
                                  .levels = estimate->components.levels,
                                  .group = estimate->group,
                                  .smallest = estimate->summary.kind == STATISTIC_MINIMUM,
                                  .top = stream_from(top),
                                  .stream = stream_from(seed)};
    bool more = is_more_better(run, estimate);
    *found = (struct resampled){0};
    if (!read_values(run, estimate, only, &hierarchy, error))
        return false;
    found->defined = hierarchy_finish(&hierarchy, &estimate->summary, more, &found->value);
    size_t count = found->defined ? run->estimates->replicates : 0;
    found->replicates = arena_new_array(&run->scratch, double, count);
    if (count > 0 && hierarchy.count[hierarchy.levels - 1] > 1)
        bootstrap(&hierarchy, found->replicates, count);
    return true;
}

// 0 if the statistic has no interval over so few units.
static size_t enough_units(const struct estimate *estimate, size_t units, double confidence)
{
    return units < statistic_units_least(&estimate->summary, confidence) ? 0 : units;
}

// ---- Estimates

// Both sides have no other blocks than those that they share.
static bool shares_all(const struct variant_ratio *ratio)
{
    size_t pairs = ratio->test.pairs.count;
    return ratio->test.paired && pairs == ratio->old->components.top_units &&
           pairs == ratio->new->components.top_units;
}

// The baseline's, if its blocks are the same.
static uint64_t top_seed(const struct cell_bootstrap *run, const struct estimate *estimate)
{
    uint64_t seed = seed_of(TOP_SEED, estimate);
    for (size_t i = 0; i < run->cell->variant_ratio_count; i++)
        if (run->cell->variant_ratios[i].new == estimate)
            return shares_all(&run->cell->variant_ratios[i])
                       ? seed
                       : seed_from_number(seed, estimate->variant);
    return seed;
}

// Value and interval of one estimate; keeps its replicates.
static bool summarise(struct cell_bootstrap *run, struct estimate *estimate, struct error *error)
{
    const struct estimates *estimates = run->estimates;
    struct resampled found;
    find_series(run, estimate);
    if (!resample(run, estimate, NULL, top_seed(run, estimate), &found, error))
        return false;
    estimate->defined = found.defined;
    estimate->value = found.value;
    size_t count = found.defined ? estimates->replicates : 0;
    size_t units = enough_units(estimate, estimate->components.top_units, estimates->confidence);
    estimate->range =
        bootstrap_interval(found.replicates, count, count > 0 ? units : 0, estimates->confidence);
    run->replicates[index_of(run, estimate)] = found.replicates;
    return true;
}

// ---- Ratios

// From the sides' own replicates, which are pairs if they share all blocks.
static struct ratio ratio_of_sides(const struct cell_bootstrap *run,
                                   const struct variant_ratio *ratio)
{
    const struct estimate *old = ratio->old, *new = ratio->new;
    size_t units = old->components.top_units, others = new->components.top_units;
    return bootstrap_ratio(old->value, run->replicates[index_of(run, old)], new->value,
                           run->replicates[index_of(run, new)], run->estimates->replicates,
                           enough_units(new, others < units ? others : units, ratio->confidence),
                           ratio->confidence);
}

static bool set_ratio_of_shared(struct cell_bootstrap *run, struct variant_ratio *ratio,
                                struct error *error)
{
    const struct block_pairs *shared = &ratio->test.pairs;
    uint64_t top = seed_from_number(seed_of(TOP_SEED, ratio->new), ratio->new->variant);
    struct resampled old, new;
    if (!resample(run, ratio->old, shared, top, &old, error) ||
        !resample(run, ratio->new, shared, top, &new, error))
        return false;
    ratio->ratio = bootstrap_ratio(
        old.value, old.replicates, new.value, new.replicates, run->estimates->replicates,
        enough_units(ratio->new, shared->count, ratio->confidence), ratio->confidence);
    return true;
}

static bool set_ratio(struct cell_bootstrap *run, struct variant_ratio *ratio, struct error *error)
{
    if (is_mean(ratio->new) || ratio->test.exact) // any statistic of equal values is the value
        ratio->ratio = ratio_test_ratio(&ratio->test, ratio->confidence);
    else if (!ratio->test.paired || shares_all(ratio))
        ratio->ratio = ratio_of_sides(run, ratio);
    else if (!set_ratio_of_shared(run, ratio, error))
        return false;
    ratio->ratio = ratio_test_bounds(&ratio->test, &ratio->ratio);
    ratio->verdict = estimates_verdict(run->estimates, ratio);
    return true;
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
    run->series = arena_new_array(&run->scratch, const struct series_entry *, cell->estimate_count);
    for (size_t i = 0; i < cell->estimate_count; i++)
        if (!is_mean(&estimates[i]) && !summarise(run, &estimates[i], error))
            return false;
    for (size_t i = 0; i < cell->variant_ratio_count; i++)
        if (!set_ratio(run, &ratios[i], error))
            return false;
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
        .store = store, .estimates = estimates, .next = estimates->catalogue->series};
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
        const char *own = estimates->catalogue->cells[estimate->cell].entry;
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
                          "of iterations. For samples of single iterations of eswexp.h, set "
                          "'repeat.minimum_time: 0' in the experiment file and measure again",
                          estimates->catalogue->cells[i].benchmark, progress->batch_most, words);
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
