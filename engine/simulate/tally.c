// Threads that take trial after trial, and sums in the order of trials.
#include "simulate/tally.h"

#include "analysis/claims/claims.h"
#include "analysis/estimate/pairing.h"
#include "analysis/pilot/planned_looks.h"
#include "simulate/campaign.h"
#include "simulate/counts.h"
#include "simulate/rates.h"
#include "simulate/simulation.h"
#include "simulate/summary.h"
#include "spec/expression/claim.h"
#include "stats/quantile.h"
#include "store/results/catalogue.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

// ---- One campaign against what is true in its world

struct trial {
    struct rates rates;
    double counts[WORLD_LEVELS]; // of the first cell
    double warmup;               // iterations that its executions drop
    double builds;               // of a side in a cell, on average
    double mean_half_width;      // relative, the largest of all means
    double ratio_half_width;     // of a ratio alone, on average
    double detectable;           // as the first comparison states it; 0: unknown
    double low;                  // of its ratio, over the true one
    double pilot_cost_s, cost_s; // of the campaign
};

// A truth this close to a bound lies on it.
static const double ROUNDING = 1e-12;

struct judging {
    const struct simulation *simulation;
    const struct synthetic *synthetic;
    size_t number;
    struct arena *arena;
    struct trial *trial;
};

static void count(const struct judging *judging, enum rate rate, bool holds)
{
    rates_count(&judging->trial->rates, rate, holds);
}

static bool holds(double low, double high, double truth)
{
    return low <= truth && truth <= high;
}

static double true_mean(const struct judging *judging, size_t cell, size_t side)
{
    const struct estimate *estimate = synthetic_estimate(judging->synthetic, cell, side);
    return world_mean(&judging->simulation->world, side, judging->synthetic->first[cell],
                      estimate->components.top_units);
}

static double true_mean_here(const struct judging *judging, size_t cell, size_t side)
{
    const struct estimate *estimate = synthetic_estimate(judging->synthetic, cell, side);
    struct place place = simulation_place(judging->simulation, judging->number, cell, side);
    return world_mean_here(&judging->simulation->world, &place, judging->synthetic->first[cell],
                           estimate->components.top_units);
}

static double true_ratio(const struct judging *judging, size_t cell)
{
    return true_mean(judging, cell, 1) / true_mean(judging, cell, 0);
}

static void judge_mean(const struct judging *judging, size_t cell, size_t side)
{
    const struct estimate *estimate = synthetic_estimate(judging->synthetic, cell, side);
    const struct interval *interval = &estimate->interval;
    double half_width = interval->half_width / estimate->components.mean;
    count(judging, RATE_MEAN, holds(interval->low, interval->high, true_mean(judging, cell, side)));
    if (world_shares(&judging->simulation->world))
        count(judging, RATE_MEAN_HERE,
              holds(interval->low, interval->high, true_mean_here(judging, cell, side)));
    if (judging->simulation->precision > 0 && !judging->simulation->precision_of_ratio)
        count(judging, RATE_PRECISION, half_width <= judging->simulation->precision);
    judging->trial->mean_half_width = fmax(judging->trial->mean_half_width, half_width);
}

static double true_share(const struct judging *judging, size_t side, int level)
{
    double T2[WORLD_LEVELS], sum = 0;
    world_T2(&judging->simulation->world, side, T2);
    for (int i = 0; i < WORLD_LEVELS; i++)
        sum += T2[i];
    return sum > 0 ? T2[level] / sum : 0;
}

static void judge_shares(const struct judging *judging, size_t cell, size_t side)
{
    const struct measured *measured = &judging->synthetic->measured[side][cell];
    const struct components *components =
        &synthetic_estimate(judging->synthetic, cell, side)->components;
    for (int level = 0; level < WORLD_LEVELS; level++) {
        struct interval interval =
            share_interval(components, level, measured->shares.items, measured->shares.count,
                           judging->simulation->confidence);
        double share = true_share(judging, side, level);
        struct claim claim = {.relation = CLAIM_AT_MOST, .bound = share};
        if (!interval.known || !variance_is_separate(components, level))
            continue;
        count(judging, RATE_SHARE_ITERATION + level, holds(interval.low, interval.high, share));
        if (level == 0)
            count(judging, RATE_CLAIM_SHARE,
                  claim_outcome_of(&claim, interval.low, interval.high) == CLAIM_REFUTED);
    }
}

static void judge_claim(const struct judging *judging, enum rate rate, enum claim_relation relation,
                        const struct ratio *ratio, double truth)
{
    struct claim claim = {.relation = relation, .bound = truth};
    count(judging, rate, claim_outcome_of(&claim, ratio->low, ratio->high) == CLAIM_SUPPORTED);
}

static void judge_ratio(const struct judging *judging, size_t cell)
{
    const struct estimate *old = synthetic_estimate(judging->synthetic, cell, 0),
                          *new = synthetic_estimate(judging->synthetic, cell, 1);
    struct ratio_test test = judging->simulation->unpaired
                                 ? ratio_test_apart(old, new)
                                 : ratio_test_of(judging->arena, old, new);
    struct ratio ratio =
        ratio_test_ratio(&test, looks_confidence(judging->synthetic->campaigns[0].looks, cell,
                                                 judging->simulation->confidence));
    double truth = true_ratio(judging, cell);
    enum verdict verdict = ratio_verdict(&ratio);
    bool held = holds(ratio.low, ratio.high, truth);
    bool cautioned = ratio_test_dependence(&test).found;
    count(judging, RATE_RATIO, held);
    count(judging, RATE_CAUTION, cautioned);
    if (!held && world_shares(&judging->simulation->world))
        count(judging, RATE_CAUTION_OF_MISSES, cautioned);
    count(judging, RATE_FALSE_ALONE,
          (verdict == VERDICT_FASTER && truth >= 1) || (verdict == VERDICT_SLOWER && truth <= 1));
    judge_claim(judging, RATE_CLAIM_ABOVE, CLAIM_ABOVE, &ratio, truth);
    judge_claim(judging, RATE_CLAIM_BELOW, CLAIM_BELOW, &ratio, truth);
    judging->trial->ratio_half_width +=
        (ratio.high - ratio.low) / 2 / (double)simulation_cells(judging->simulation);
}

static void judge_summaries(const struct judging *judging, size_t cell)
{
    const struct simulation *simulation = judging->simulation;
    const double *truth = simulation->summary_truth;
    struct summarised sides[WORLD_SIDES];
    for (size_t side = 0; side < WORLD_SIDES; side++) {
        sides[side] = summary_of(simulation, judging->synthetic->measured[side][cell].hierarchy);
        const struct interval *interval = &sides[side].interval;
        if (!sides[side].known)
            return;
        count(judging, RATE_SUMMARY, holds(interval->low, interval->high, truth[side]));
    }
    struct ratio ratio = summary_ratio(simulation, &sides[0], &sides[1]);
    count(judging, RATE_SUMMARY_RATIO, holds(ratio.low, ratio.high, truth[1] / truth[0]));
}

static void judge_warmup(const struct judging *judging, size_t cell)
{
    size_t warmup = judging->simulation->world.warmup;
    if (warmup > 0)
        count(judging, RATE_WARMUP, judging->synthetic->warmup[cell] >= warmup);
}

static struct comparison_set compare(const struct judging *judging)
{
    const struct estimates *campaigns = judging->synthetic->campaigns;
    const struct comparison_rules *rules = &judging->simulation->rules;
    if (!judging->simulation->unpaired)
        return compare_campaign(judging->arena, &campaigns[0], rules);
    struct comparison_set set = {0};
    struct error error = {0}; // both campaigns have the same cells
    bool compared =
        compare_campaigns(judging->arena, &campaigns[0], &campaigns[1], rules, &set, &error);
    return compared ? set : (struct comparison_set){0};
}

// Whether a comparison falsely calls a ratio faster or slower.
static bool judge_comparison(const struct judging *judging, const struct comparison *comparison)
{
    const struct comparison_rules *rules = &judging->simulation->rules;
    double truth = true_ratio(judging, comparison->new_estimate->cell), change = fabs(truth - 1);
    bool slower = comparison->outcome == OUTCOME_SLOWER,
         faster = comparison->outcome == OUTCOME_FASTER,
         equal = comparison->outcome == OUTCOME_EQUIVALENT,
         is_slower = truth - 1 > rules->threshold + ROUNDING,
         is_faster = 1 - truth > rules->threshold + ROUNDING;
    if (is_slower || is_faster)
        count(judging, RATE_DETECTED, is_slower ? slower : faster);
    count(judging,
          change < comparison_equivalence(rules) - ROUNDING ? RATE_EQUAL : RATE_FALSE_EQUAL, equal);
    return (slower && !is_slower) || (faster && !is_faster);
}

static void judge_overall(const struct judging *judging, const struct overall *overall)
{
    double logs = 0;
    size_t cells = simulation_cells(judging->simulation);
    for (size_t cell = 0; cell < cells; cell++)
        logs += log(true_ratio(judging, cell)) / (double)cells;
    count(judging, RATE_OVERALL, holds(overall->ratio.low, overall->ratio.high, exp(logs)));
}

static void judge_family(const struct judging *judging)
{
    struct comparison_set set = compare(judging);
    bool any_false = false, all_hold = true;
    for (size_t i = 0; i < set.comparison_count; i++) {
        const struct comparison *comparison = &set.comparisons[i];
        const struct ratio *ratio = &comparison->ratio;
        if (judging->simulation->precision > 0 && judging->simulation->precision_of_ratio)
            count(judging, RATE_PRECISION,
                  (ratio->high - ratio->low) / 2 <= judging->simulation->precision * ratio->value);
        any_false |= judge_comparison(judging, comparison);
        all_hold &=
            holds(ratio->low, ratio->high, true_ratio(judging, comparison->new_estimate->cell));
    }
    count(judging, RATE_FALSE_FAMILY, any_false);
    count(judging, RATE_RATIOS, all_hold);
    if (set.comparison_count > 0) {
        const struct comparison *first = &set.comparisons[0];
        judging->trial->detectable = first->detectable;
        judging->trial->low = first->ratio.low / true_ratio(judging, first->new_estimate->cell);
    }
    for (size_t i = 0; i < set.overall_count; i++)
        judge_overall(judging, &set.overalls[i]);
}

// By the rule of `compare`, or that of `run`.
static bool is_decided(const struct judging *judging)
{
    struct comparison_set set = compare(judging);
    bool decided = true;
    for (size_t i = 0; i < set.comparison_count; i++)
        decided = decided && (judging->simulation->until_clear
                                  ? ratio_is_clear(&set.comparisons[i].ratio)
                                  : set.comparisons[i].outcome != OUTCOME_INCONCLUSIVE);
    return decided;
}

// Draws the campaign as it is at each look, until it is decided.
static struct synthetic *draw_to_look(struct judging *judging, const struct catalogue *catalogue,
                                      size_t number)
{
    struct simulation own = *judging->simulation;
    size_t cells = catalogue->cell_count, *builds = &own.counts[WORLD_LEVELS - 1];
    size_t *most = arena_new_array(judging->arena, size_t, cells);
    for (size_t cell = 0; cell < cells; cell++)
        most[cell] = *builds;
    struct looks *looks = arena_new(judging->arena, struct looks);
    *looks = looks_plan(judging->arena, NULL, most, cells, LOOKS_SHARE);
    for (looks->current = 1;; looks->current++) {
        *builds = looks->items[looks->current - 1].blocks[0];
        struct synthetic *synthetic = synthetic_draw(&own, catalogue, number, judging->arena);
        synthetic->campaigns[0].looks = looks;
        judging->synthetic = synthetic;
        if (looks->current == looks->count || is_decided(judging))
            return synthetic;
    }
}

static void set_costs(const struct judging *judging)
{
    const struct synthetic *synthetic = judging->synthetic;
    struct trial *trial = judging->trial;
    for (int i = 0; i < WORLD_LEVELS; i++)
        trial->counts[i] = synthetic->counts[i];
    trial->warmup = (double)synthetic->warmup[0];
    trial->builds = synthetic->builds;
    trial->pilot_cost_s = synthetic->pilot_cost_s;
    trial->cost_s = synthetic->cost_s;
}

static void trial_run(const struct simulation *simulation, const struct catalogue *catalogue,
                      size_t number, struct trial *trial)
{
    struct arena arena = {0};
    struct judging judging = {simulation, NULL, number, &arena, trial};
    judging.synthetic = simulation->until_decided || simulation->until_clear
                            ? draw_to_look(&judging, catalogue, number)
                            : synthetic_draw(simulation, catalogue, number, &arena);
    *trial = (struct trial){0};
    for (size_t cell = 0; cell < catalogue->cell_count; cell++) {
        for (size_t side = 0; side < WORLD_SIDES; side++) {
            judge_mean(&judging, cell, side);
            judge_shares(&judging, cell, side);
        }
        judge_ratio(&judging, cell);
        judge_warmup(&judging, cell);
        if (simulation->summary.kind != STATISTIC_MEAN)
            judge_summaries(&judging, cell);
    }
    judge_family(&judging);
    set_costs(&judging);
    arena_release(&arena);
}

// ---- Trials on threads, summed in their order

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
