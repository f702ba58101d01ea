// Repetition counts: the closed form, the search against trying everything, and what they cost.
#include "nested.h"
#include "plain.h"
#include "testing.h"

#include "stats/dimensioning.h"
#include "stats/dimensioning_search.h"

static void closed_form_of_the_paper(void **state)
{
    (void)state;
    size_t r[LEVELS_MAX];
    // r_1 = √(4/1 · 4/1), r_2 = √(100/4 · 1/0.25)
    assert_true(
        closed_form(3, (double[LEVELS_MAX]){1, 4, 100}, (double[LEVELS_MAX]){4, 1, 0.25}, r));
    assert_int_equal(r[0], 4);
    assert_int_equal(r[1], 10);
    assert_true(closed_form(2, (double[LEVELS_MAX]){1, 5}, (double[LEVELS_MAX]){1, 1}, r));
    assert_int_equal(r[0], 3); // √5, rounded up
    // Four levels, each as dear and as variable as the one below.
    const double equal[LEVELS_MAX] = {1, 1, 1, 1};
    assert_true(closed_form(4, equal, equal, r) && r[0] == 1 && r[1] == 1 && r[2] == 1);
    r[2] = 17; // the top level is not the closed form's
    assert_true(closed_form(3, equal, equal, r) && r[2] == 17);
}

static void closed_form_merges_upwards(void **state)
{
    (void)state;
    size_t r[LEVELS_MAX];
    // The worked example: level 2 merges into 3, r_1 = √((2 + 10)/1 · 16.5/2.2708) = 9.3.
    double example[LEVELS_MAX] = {16.5, -17.0 / 3, 2.2708333333333333};
    assert_true(closed_form(3, (double[LEVELS_MAX]){1, 2, 10}, example, r));
    assert_int_equal(r[0], 10);
    assert_int_equal(r[1], 1);
    // Level 1 merges into 2: r_2 = √(12/(1 + 2) · 1/1).
    assert_true(closed_form(3, (double[LEVELS_MAX]){1, 2, 12}, (double[LEVELS_MAX]){-1, 1, 1}, r));
    assert_int_equal(r[0], 1);
    assert_int_equal(r[1], 2);
}

static void closed_form_without_an_answer(void **state)
{
    (void)state;
    size_t r[LEVELS_MAX] = {7, 7};
    assert_false(closed_form(3, (double[LEVELS_MAX]){1, 2, 12}, (double[LEVELS_MAX]){4, 1, 0}, r));
    assert_true(r[0] == 0 && r[1] == 0);
    assert_true(closed_form(2, (double[LEVELS_MAX]){0, 1}, (double[LEVELS_MAX]){1, 1e-300}, r));
    assert_true(r[0] <= 1000000);
}

enum { UNITS_LEAST = 5 };

// A request for 1 % at 95 % confidence with everything free but for UNITS_LEAST top units.
static struct dimension_request request_of(int levels, const double cost[LEVELS_MAX],
                                           const struct series *series, size_t count)
{
    struct dimension_request request = {.levels = levels,
                                        .precision = 0.01,
                                        .confidence = 0.95,
                                        .series = series,
                                        .series_count = count};
    for (int i = 0; i < levels; i++) {
        request.cost[i] = cost[i];
        request.least[i] = i == levels - 1 ? UNITS_LEAST : 1;
        request.most[i] = 10000;
    }
    return request;
}

// Any table of sample sizes: a deviation of 10 %, to be known within 5 %, takes 18.
static void one_level(void **state)
{
    (void)state;
    struct series series = {100, {100}};
    struct dimension_request request = request_of(1, (double[LEVELS_MAX]){1}, &series, 1);
    request.precision = 0.05;
    struct allocation allocation = dimension_search(&request);
    assert_true(allocation.met);
    assert_int_equal(allocation.repetitions[0], 18);
    size_t r[LEVELS_MAX];
    assert_true(set_top_repetitions(&request, r));
    assert_int_equal(r[0], 18);
}

static void nothing_varies(void **state)
{
    (void)state;
    struct series series[] = {{100, {-1, -2, 0}}, {0, {0, 0, 0}}};
    struct dimension_request request = request_of(3, (double[LEVELS_MAX]){1, 1, 1}, series, 2);
    struct allocation allocation = dimension_search(&request);
    assert_true(allocation.met);
    assert_true(allocation.repetitions[0] == 1 && allocation.repetitions[1] == 1);
    assert_int_equal(allocation.repetitions[2], UNITS_LEAST);
    assert_true(predicted_half_width(&series[0], 3, allocation.repetitions, 0.95) == 0);
}

static void fixed_levels_stay(void **state)
{
    (void)state;
    struct series series = {100, {4, 0.25, 1}};
    struct dimension_request request = request_of(3, (double[LEVELS_MAX]){0.1, 1, 2}, &series, 1);
    request.least[1] = request.most[1] = 3;
    struct allocation allocation = dimension_search(&request);
    assert_true(allocation.met);
    assert_int_equal(allocation.repetitions[1], 3);
    request.least[2] = request.most[2] = 2; // below five, because the user says so
    allocation = dimension_search(&request);
    assert_int_equal(allocation.repetitions[2], 2);
    assert_false(allocation.met); // t is 12.7: out of reach with this T_3
    request.least[2] = request.most[2] = 1;
    allocation = dimension_search(&request);
    assert_false(allocation.met);
    assert_true(allocation.repetitions[0] == 1 && allocation.repetitions[2] == 1);
}

static void caps_give_the_best_within(void **state)
{
    (void)state;
    struct series series = {100, {4, 1, 1}};
    struct dimension_request request = request_of(3, (double[LEVELS_MAX]){0.1, 1, 2}, &series, 1);
    request.precision = 0.0001;
    request.most[2] = 20;
    struct allocation allocation = dimension_search(&request);
    assert_false(allocation.met);
    double possible = predicted_half_width(&series, 3, request.most, 0.95);
    assert_true(predicted_half_width(&series, 3, allocation.repetitions, 0.95) < 1.0501 * possible);
    assert_true(allocation.repetitions[0] < 1000 && allocation.repetitions[1] < 100);
    assert_false(set_top_repetitions(&request, allocation.repetitions));
    assert_int_equal(allocation.repetitions[2], 20);
}

// A metric of whole executions has no level 1 of its own.
static void aligned_at_the_top(void **state)
{
    (void)state;
    struct components components = {.levels = 2, .mean = 7, .T2 = {3, 5}};
    struct series series = series_of(&components, 3);
    assert_true(series.mean == 7);
    assert_true(series.T2[0] == 0 && series.T2[1] == 3 && series.T2[2] == 5);
}

// Many iterations of few executions; a metric without a mean does not count.
static void bounds_differ_by_level(void **state)
{
    (void)state;
    struct series series[] = {{100, {100, 0}}, {0, {1, 1}}, {50, {0, 0}}};
    struct dimension_request request = request_of(2, (double[LEVELS_MAX]){1e-6, 1}, series, 1);
    request.least[1] = 2;
    request.most[1] = 10;
    struct allocation one = dimension_search(&request);
    assert_true(one.met && one.repetitions[1] == 2);
    request.series_count = 2;
    assert_int_equal(dimension_search(&request).repetitions[0], one.repetitions[0]);
    request.confidence = 0.5;
    assert_int_equal(dimension_search(&request).repetitions[1], 2);
}

// One step on in counting r_1..r_n up from least to most; false after the last.
static bool next_allocation(const struct dimension_request *request, size_t r[LEVELS_MAX])
{
    for (int i = 0; i < request->levels; i++) {
        if (++r[i] <= request->most[i])
            return true;
        r[i] = request->least[i];
    }
    return false;
}

static double cheapest_of_all(const struct dimension_request *request)
{
    size_t r[LEVELS_MAX];
    double least = INFINITY;
    for (int i = 0; i < request->levels; i++)
        r[i] = request->least[i];
    do {
        double cost = allocation_cost(request->levels, request->cost, r);
        if (cost < least && keeps_precision(request, r))
            least = cost;
    } while (next_allocation(request, r));
    return least;
}

static void search_agrees_with_trying_everything(void **state)
{
    (void)state;
    gsl_rng *random = nested_random(8);
    int met = 0, trials = is_thorough() ? 600 : 210;
    for (int trial = 0; trial < trials; trial++) {
        struct series series[3] = {{0}};
        double cost[LEVELS_MAX];
        int levels = 2 + trial % 3;
        for (int i = 0; i < levels; i++) {
            cost[i] = pow(10, gsl_ran_flat(random, -2, 1));
            for (int k = 0; k < 3; k++)
                series[k].T2[i] = pow(10, gsl_ran_flat(random, -2, 1)) - 0.1;
        }
        for (int k = 0; k < 3; k++)
            series[k].mean = 100;
        struct dimension_request request =
            request_of(levels, cost, series, 1 + gsl_rng_uniform_int(random, 3));
        for (int i = 0; i < levels; i++)
            request.most[i] = levels == 4 ? 9 : 25;
        request.least[0] = 1 + gsl_rng_uniform_int(random, 2);
        struct allocation allocation = dimension_search(&request);
        double truth = cheapest_of_all(&request);
        assert_true(allocation.met == (truth < INFINITY));
        if (allocation.met)
            assert_close(allocation_cost(levels, cost, allocation.repetitions), truth, 1e-12);
        met += allocation.met;
    }
    assert_true(met > trials / 3 && met < trials);
    gsl_rng_free(random);
}

static struct dimension_request random_request(gsl_rng *random, int levels, struct series *series)
{
    double cost[LEVELS_MAX], scale = pow(10, gsl_ran_flat(random, -1, 4));
    double dearer = gsl_rng_uniform(random) < 0.5 ? 0 : 2; // the lower levels
    for (int i = 0; i < levels; i++) {
        cost[i] = pow(10, gsl_ran_flat(random, -3, 2) - dearer * i);
        for (int k = 0; k < 3; k++)
            series[k].T2[i] = pow(10, gsl_ran_flat(random, -2, 1.5)) - 0.1;
    }
    for (int k = 0; k < 3; k++)
        series[k].mean = 100 / scale;
    struct dimension_request request =
        request_of(levels, cost, series, 1 + gsl_rng_uniform_int(random, 3));
    request.precision *= scale; // the same task in another unit
    for (int i = 0; i < levels; i++) {
        request.least[i] = 1 + gsl_rng_uniform_int(random, i == levels - 1 ? 6 : 3);
        request.most[i] = request.least[i] + gsl_rng_uniform_int(random, levels == 4 ? 7 : 14);
    }
    return request;
}

// With bounds and units of its own for each level; whether the precision can be met or not.
static void search_agrees_within_any_bounds(void **state)
{
    (void)state;
    gsl_rng *random = nested_random(12);
    int met = 0;
    for (int trial = 0; trial < 800; trial++) {
        struct series series[3] = {{0}};
        int levels = 1 + trial % 4;
        struct dimension_request request = random_request(random, levels, series);
        struct allocation allocation = dimension_search(&request);
        double truth = cheapest_of_all(&request);
        assert_true(allocation.met == (truth < INFINITY));
        if (allocation.met)
            assert_close(allocation_cost(levels, request.cost, allocation.repetitions), truth,
                         1e-12);
        for (int i = 0; i < levels; i++)
            assert_in_range(allocation.repetitions[i], request.least[i], request.most[i]);
        met += allocation.met;
    }
    assert_in_range(met, 200, 600);
    gsl_rng_free(random);
}

// 6·(3 + 5·(2 + 4·1))
static void cost_by_hand(void **state)
{
    (void)state;
    assert_close(allocation_cost(3, (double[LEVELS_MAX]){1, 2, 3}, (size_t[LEVELS_MAX]){4, 5, 6}),
                 198, 1e-15);
    struct series series = {100, {4, 1, 1}};
    struct dimension_request request = request_of(3, (double[LEVELS_MAX]){1, 1, 1}, &series, 1);
    size_t r[LEVELS_MAX] = {2, 3, 0};
    request.precision = 1; // any number would do
    request.least[2] = 9;
    request.least[1] = 3;
    assert_true(set_top_repetitions(&request, r) && r[2] == 9);
}

// Rounding of 5e-10 neither keeps nor breaks a precision; 2e-9 does.
static void precision_with_rounding(void **state)
{
    (void)state;
    struct series series = {100, {4, 1, 1}};
    struct dimension_request request = request_of(3, (double[LEVELS_MAX]){1, 1, 1}, &series, 1);
    size_t r[LEVELS_MAX] = {3, 4, 7};
    double half = predicted_half_width(&series, 3, r, 0.95);
    assert_close(half, 2.4469118511449692 * sqrt((1 + (1 + 4 / 3.0) / 4) / 7) / 100, 1e-12);
    request.precision = half * (1 - 5e-10);
    assert_true(keeps_precision(&request, r));
    request.precision = half * (1 - 2e-9);
    assert_false(keeps_precision(&request, r));
}

// 5 % of all experiments of so many builds miss the layout: (1 - share)^n.
static void rare_layouts_stay_unseen(void **state)
{
    (void)state;
    assert_close(unseen_share(1), 0.95, 1e-15);
    assert_close(unseen_share(5), 0.45, 0.01);
    assert_close(unseen_share(30), 0.095, 0.01);
    assert_close(pow(1 - unseen_share(TOP_UNITS_LEAST), TOP_UNITS_LEAST), 0.05, 1e-12);
    assert_true(unseen_share(0) == 1);
}

enum { TRIALS = 201 };

struct outcome {
    double search[TRIALS], closed[TRIALS]; // cost, of the oracle's
    double width[TRIALS];                  // true half-width of the search's allocation, of e
    int unanswered;                        // pilots for which the closed form has no answer
};

// One pilot of 5×5×5, and what is allocated from it.
static void allocate_from_pilot(const struct nested *pilot, const struct dimension_request *truth,
                                double oracle, gsl_rng *random, struct outcome *outcome, int trial)
{
    struct components components = nested_components(pilot, random);
    struct series series = series_of(&components, 3);
    struct dimension_request request = *truth;
    request.series = &series;
    struct allocation allocation = dimension_search(&request);
    assert_true(allocation.met);
    outcome->search[trial] = allocation_cost(3, request.cost, allocation.repetitions) / oracle;
    outcome->width[trial] =
        predicted_half_width(truth->series, 3, allocation.repetitions, 0.95) / request.precision;

    size_t r[LEVELS_MAX] = {1, 1, TOP_UNITS_LEAST};
    if (!closed_form(3, request.cost, series.T2, r)) {
        outcome->unanswered++;
        r[0] = r[1] = 1;
    }
    assert_true(set_top_repetitions(&request, r) || r[2] == request.most[2]);
    outcome->closed[trial] = allocation_cost(3, request.cost, r) / oracle;
}

static double median_of_trials(double *values)
{
    qsort(values, TRIALS, sizeof *values, by_value);
    return values[TRIALS / 2];
}

// The search's median cost is at most 1.25 of an oracle's, which knows the true variances.
// At least half of the allocations reach the wanted precision.
static void search_costs_little_more_than_the_oracle(void **state)
{
    (void)state;
    static const struct {
        double cost[LEVELS_MAX], sd[LEVELS_MAX];
    } scenarios[] = {
        {{0.01, 0.1, 3}, {2, 0.5, 1}},   {{0.01, 0.1, 3}, {1, 1, 1}},
        {{0.1, 0.5, 0.05}, {2, 0.5, 1}}, {{0.01, 1, 10}, {5, 1, 0.5}},
        {{0.001, 0.05, 1}, {3, 0, 2}},   {{0.01, 0.1, 3}, {0.5, 2, 0}},
        {{0.5, 0.1, 0.1}, {0.2, 1, 3}},
    };
    gsl_rng *random = nested_random(9);
    for (size_t s = 0; s < sizeof scenarios / sizeof *scenarios; s++) {
        struct nested pilot = {.levels = 3, .mean = 100, .repetitions = {5, 5, 5}};
        struct series series = {.mean = 100};
        for (int i = 0; i < 3; i++) {
            pilot.sd[i] = scenarios[s].sd[i];
            series.T2[i] = pilot.sd[i] * pilot.sd[i];
        }
        struct dimension_request truth = request_of(3, scenarios[s].cost, &series, 1);
        truth.precision = 0.005;
        struct allocation best = dimension_search(&truth);
        double oracle = allocation_cost(3, truth.cost, best.repetitions);
        static struct outcome outcome;
        outcome.unanswered = 0;
        for (int trial = 0; trial < TRIALS; trial++)
            allocate_from_pilot(&pilot, &truth, oracle, random, &outcome, trial);
        double search = median_of_trials(outcome.search), closed = median_of_trials(outcome.closed);
        double width = median_of_trials(outcome.width);
        print_message("scenario %zu: oracle %zu x %zu x %zu, search %.2f, closed form %.2f "
                      "(no answer %d), half-width %.2f\n",
                      s, best.repetitions[2], best.repetitions[1], best.repetitions[0], search,
                      closed, outcome.unanswered, width);
        assert_true(search <= 1.25);
        assert_true(width <= 1.25);
    }
    gsl_rng_free(random);
}

int tests_of_dimensioning(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_form_of_the_paper),
        cmocka_unit_test(closed_form_merges_upwards),
        cmocka_unit_test(closed_form_without_an_answer),
        cmocka_unit_test(one_level),
        cmocka_unit_test(nothing_varies),
        cmocka_unit_test(fixed_levels_stay),
        cmocka_unit_test(caps_give_the_best_within),
        cmocka_unit_test(aligned_at_the_top),
        cmocka_unit_test(bounds_differ_by_level),
        cmocka_unit_test(search_agrees_with_trying_everything),
        cmocka_unit_test(search_agrees_within_any_bounds),
        cmocka_unit_test(precision_with_rounding),
        cmocka_unit_test(cost_by_hand),
        cmocka_unit_test(rare_layouts_stay_unseen),
        cmocka_unit_test(search_costs_little_more_than_the_oracle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
