// Threads that take trial after trial, and sums in the order of trials.
#include "simulate/tally.h"

#include "simulate/campaign.h"
#include "simulate/counts.h"
#include "simulate/summary.h"
#include "simulate/trial.h"
#include "stats/quantile.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct work {
    const struct simulation *simulation;
    const struct catalogue *catalogue;
    struct trial *trials;
    atomic_size_t next;
};

static void *take_trials(void *context)
{
    struct work *work = context;
    for (size_t i = 0; (i = atomic_fetch_add(&work->next, 1)) < work->simulation->trials;)
        trial_run(work->simulation, work->catalogue, i, &work->trials[i]);
    return NULL;
}

// This thread is the first worker; fewer others do if not all can start.
static void run_trials(struct work *work, struct arena *scratch)
{
    size_t others = work->simulation->workers - 1, started = 0;
    pthread_t *threads = arena_new_array(scratch, pthread_t, others);
    while (started < others && pthread_create(&threads[started], NULL, take_trials, work) == 0)
        started++;
    take_trials(work);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

// The standard error over trials: cells of one trial depend on each other.
static struct rate_value rate_of(const struct trial *trials, size_t count, enum rate rate)
{
    struct rate_value value = {0};
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++) {
        const struct rates *rates = &trials[i].rates;
        if (rates->of[rate] == 0)
            continue;
        double share = (double)rates->held[rate] / (double)rates->of[rate];
        value.trials++;
        sum += share;
        squares += share * share;
    }
    if (value.trials == 0)
        return value;
    double n = (double)value.trials;
    value.value = sum / n;
    value.error = sqrt(fmax(squares / n - value.value * value.value, 0) / n);
    return value;
}

// What one campaign states, the next one is to detect.
static struct rate_value detectable_of(const struct simulation *simulation,
                                       const struct trial *trials, size_t count)
{
    struct rate_value value = {0};
    for (size_t i = 0; i + 1 < count; i++) {
        double change = trials[i].detectable;
        if (!(change > 0) || isinf(change))
            continue;
        value.trials++;
        value.value += trials[i + 1].low * (1 + change) > 1 + simulation->rules.threshold;
    }
    if (value.trials > 0) {
        value.value /= (double)value.trials;
        value.error = sqrt(value.value * (1 - value.value) / (double)value.trials);
    }
    return value;
}

static double median_at(const struct trial *trials, size_t count, size_t offset, double *room)
{
    for (size_t i = 0; i < count; i++)
        memcpy(&room[i], (const char *)&trials[i] + offset, sizeof *room);
    return median_of(room, count);
}

static void add_up(const struct work *work, struct arena *scratch, struct tally *tally)
{
    const struct simulation *simulation = work->simulation;
    const struct trial *trials = work->trials;
    size_t count = simulation->trials;
    double *room = arena_new_array(scratch, double, count);
    for (enum rate rate = 0; rate < RATES; rate++)
        tally->rates[rate] = rate_of(trials, count, rate);
    tally->rates[RATE_DETECTABLE] = detectable_of(simulation, trials, count);
    for (size_t level = 0; level < WORLD_LEVELS; level++)
        tally->counts[level] =
            median_at(trials, count, offsetof(struct trial, counts) + level * sizeof(double), room);
    tally->warmup = median_at(trials, count, offsetof(struct trial, warmup), room);
    tally->builds = median_at(trials, count, offsetof(struct trial, builds), room);
    tally->mean_half_width =
        median_at(trials, count, offsetof(struct trial, mean_half_width), room);
    tally->ratio_half_width =
        median_at(trials, count, offsetof(struct trial, ratio_half_width), room);
    tally->pilot_cost_s = median_at(trials, count, offsetof(struct trial, pilot_cost_s), room);
    tally->cost_s = median_at(trials, count, offsetof(struct trial, cost_s), room);
    double asked = simulation->precision > 0        ? simulation->precision
                   : simulation->precision_of_ratio ? tally->ratio_half_width
                                                    : tally->mean_half_width;
    if (asked > 0)
        tally->best_cost_s =
            (double)simulation_cells(simulation) * counts_best_cost(simulation, asked);
}

void simulate(const struct simulation *simulation, struct tally *tally)
{
    struct arena arena = {0};
    struct simulation own = *simulation;
    struct work work = {.simulation = &own,
                        .catalogue = synthetic_catalogue(simulation, &arena),
                        .trials = arena_new_array(&arena, struct trial, simulation->trials)};
    *tally = (struct tally){0};
    for (size_t side = 0; own.summary.kind != STATISTIC_MEAN && side < WORLD_SIDES; side++)
        own.summary_truth[side] = summary_truth(&own, side);
    run_trials(&work, &arena);
    add_up(&work, &arena, tally);
    arena_release(&arena);
}
