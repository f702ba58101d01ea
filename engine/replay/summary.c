// Summarizing samples of executions.
#include "replay/summary.h"

#include "stats/statistic.h"

#include <string.h>

// The samples of one metric, an execution after the other.
struct pool {
    double *values, sum_of_means;
    size_t count, executions;
};

static void add(struct pool *pool, const double *values, size_t count)
{
    double sum = 0;
    if (!count)
        return;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    if (pool->values)
        memcpy(pool->values + pool->count, values, count * sizeof *values);
    pool->count += count;
    pool->sum_of_means += sum / (double)count;
    pool->executions++;
}

static struct samples_summary summarize(struct pool *pool)
{
    if (!pool->count)
        return (struct samples_summary){.executions = 0};
    sort_numbers(pool->values, pool->count);
    return (struct samples_summary){
        .executions = pool->executions,
        .samples = pool->count,
        .minimum = pool->values[0],
        .first_quartile = sorted_quantile(pool->values, pool->count, 0.25),
        .median = sorted_quantile(pool->values, pool->count, 0.5),
        .third_quartile = sorted_quantile(pool->values, pool->count, 0.75),
        .maximum = pool->values[pool->count - 1],
        .mean = pool->sum_of_means / (double)pool->executions,
    };
}

// ---- The two sides

typedef void gather(const struct replay *replay, const struct replayed *replayed,
                    const struct stored_series *series, struct pool *pool);

static bool is_replayed(const struct replayed *replayed, size_t execution)
{
    for (size_t i = 0; i < replayed->count; i++)
        if (replayed->items[i].number == execution)
            return true;
    return false;
}

static void gather_stored(const struct replay *replay, const struct replayed *replayed,
                          const struct stored_series *series, struct pool *pool)
{
    const struct stored_metric *metrics = replay->request->catalogue->metrics;
    for (size_t i = 0; i < replay->stored.sample_count; i++) {
        const struct sample_row *row = &replay->stored.samples[i];
        if (text_equal(metrics[row->metric].name, series->metric) &&
            text_equal(metrics[row->metric].unit, series->unit) &&
            is_replayed(replayed, row->execution))
            add(pool, row->values, row->count);
    }
}

static void gather_replayed(const struct replay *replay, const struct replayed *replayed,
                            const struct stored_series *series, struct pool *pool)
{
    (void)replay;
    for (size_t i = 0; i < replayed->count; i++) { // an execution of a suite may lack a benchmark
        const struct remade_samples *samples = &replayed->items[i].samples;
        for (size_t k = 0; k < samples->count; k++)
            if (text_equal(samples->series[k].metric, series->metric))
                add(pool, samples->series[k].values, samples->series[k].count);
    }
}

static struct samples_summary summary_of(gather *add_all, const struct replay *replay,
                                         const struct replayed *replayed,
                                         const struct stored_series *series)
{
    struct arena scratch = {0};
    struct pool pool = {.values = NULL}; // first counts
    add_all(replay, replayed, series, &pool);
    pool = (struct pool){.values = arena_new_array(&scratch, double, pool.count)};
    add_all(replay, replayed, series, &pool);
    struct samples_summary summary = summarize(&pool);
    arena_release(&scratch);
    return summary;
}

struct replay_summary *replay_summaries(const struct replay *replay,
                                        const struct replayed *replayed, size_t *count)
{
    size_t all = replayed->count ? replayed->items->samples.count : 0;
    struct replay_summary *summaries =
        arena_new_array(replay->request->arena, struct replay_summary, all);
    *count = 0;
    for (size_t i = 0; i < all; i++) {
        const struct stored_series *series = &replayed->items->samples.series[i];
        struct replay_summary summary = {series->metric, series->unit,
                                         summary_of(gather_stored, replay, replayed, series),
                                         summary_of(gather_replayed, replay, replayed, series)};
        if (summary.replayed.samples)
            summaries[(*count)++] = summary;
    }
    return summaries;
}
