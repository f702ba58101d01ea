// The horizon of the pilot on simulated executions whose warm-up is known, 100 searches of each.
#include "series_drawn.h"
#include "testing.h"

#include "stats/series/warmup_horizon.h"

enum { SEARCHES = 100, PLANNED = 45, EXECUTIONS = 25 };

// Executions that are slower by `slower` until `at`; all, or the first probe alone.
struct benchmark {
    size_t at;
    double slower, sd;
    double growth; // of each iteration over the one before
    bool first_only;
    size_t most; // iterations for which there is time
};

struct result {
    struct warmup_horizon horizon;
    size_t probes, iterations; // of all probes
};

static struct result search(gsl_rng *random, const struct benchmark *benchmark)
{
    double values[HORIZON_MOST];
    struct result result = {.horizon = warmup_horizon_begin(PLANNED, EXECUTIONS)};
    for (; result.horizon.next; result.probes++) {
        size_t count =
            result.horizon.next < benchmark->most ? result.horizon.next : benchmark->most;
        bool slower = !benchmark->first_only || result.probes == 0;
        draw_noise(random, benchmark->sd, 0, count, values);
        for (size_t i = 0; i < count; i++)
            values[i] += benchmark->growth * (double)i;
        for (size_t i = 0; slower && i < benchmark->at && i < count; i++)
            values[i] += benchmark->slower;
        warmup_horizon_probe(&result.horizon, values, count, 0);
        result.iterations += count;
    }
    return result;
}

// Counts the searches that end with `iterations`, or up to 20 more, after so many probes.
static int count_right(struct benchmark benchmark, size_t iterations, size_t probes, bool unsettled)
{
    gsl_rng *random = nested_random(31);
    int right = 0;
    for (int i = 0; i < SEARCHES; i++) {
        struct result result = search(random, &benchmark);
        size_t found = result.horizon.iterations;
        right += found >= iterations && found <= iterations + 20 && result.probes == probes &&
                 result.horizon.unsettled == unsettled;
    }
    gsl_rng_free(random);
    print_message("slower until %zu: right in %d of %d\n", benchmark.at, right, SEARCHES);
    return right;
}

static void test_first_probe(void **state)
{
    (void)state;
    assert_int_equal(warmup_horizon_begin(45, 25).next, 45 * 25 / 4);
    assert_int_equal(warmup_horizon_begin(45, 4).next, 90);
    assert_int_equal(warmup_horizon_begin(45, 100000).next, HORIZON_MOST);
}

// At most a quarter of the pilot's 45 × 25 iterations more.
static void test_steady_at_once(void **state)
{
    (void)state;
    gsl_rng *random = nested_random(32);
    const struct benchmark flat = {.sd = 0.01, .most = HORIZON_MOST};
    struct result result = search(random, &flat);
    assert_int_equal(result.iterations, 281);
    assert_int_equal(result.horizon.probed, 281);
    gsl_rng_free(random);
    assert_in_range(count_right(flat, PLANNED, 1, false), 98, 100);
    const struct benchmark noisy = {.sd = 0.03, .most = HORIZON_MOST};
    assert_in_range(count_right(noisy, PLANNED, 1, false), 98, 100);
    const struct benchmark short_warmup = {.at = 12, .slower = 0.3, .sd = 0.01, .most = 10000};
    assert_in_range(count_right(short_warmup, PLANNED, 1, false), 98, 100);
}

static void test_warm_up_beyond_the_plan(void **state)
{
    (void)state;
    const struct benchmark sixty = {.at = 60, .slower = 0.3, .sd = 0.01, .most = HORIZON_MOST};
    assert_in_range(count_right(sixty, 2 * 60 + PLANNED, 2, false), 95, 100);
    const struct benchmark noisy = {.at = 60, .slower = 0.3, .sd = 0.05, .most = HORIZON_MOST};
    assert_in_range(count_right(noisy, 2 * 60 + PLANNED, 2, false), 90, 100);
}

// The first probe has 281 iterations; a change in its second half makes the next one twice as long.
static void test_doubling(void **state)
{
    (void)state;
    const struct benchmark seen = {.at = 200, .slower = 0.3, .sd = 0.01, .most = HORIZON_MOST};
    assert_in_range(count_right(seen, 2 * 200 + PLANNED, 2, false), 95, 100);
    const struct benchmark unseen = {.at = 400, .slower = 0.3, .sd = 0.01, .most = HORIZON_MOST};
    assert_in_range(count_right(unseen, PLANNED, 1, false), 95, 100);
    const struct benchmark endless = {.growth = 1e-3, .sd = 0.01, .most = 1200};
    assert_in_range(count_right(endless, PLANNED, 4, true), 95, 100);
    gsl_rng *random = nested_random(34);
    const struct benchmark longest = {.growth = 1e-3, .sd = 0.01, .most = HORIZON_MOST};
    struct result result = search(random, &longest); // 281 to 32 * 281
    assert_true(result.probes == 6 && result.horizon.probed == 8992 && result.horizon.unsettled);
    assert_int_equal(result.horizon.late, 6);
    result = search(random, &seen);
    assert_int_equal(result.horizon.late, 2);
    gsl_rng_free(random);
}

static void test_disturbance(void **state)
{
    (void)state;
    const struct benchmark once = {
        .at = 100, .slower = 0.3, .sd = 0.01, .first_only = true, .most = HORIZON_MOST};
    assert_in_range(count_right(once, PLANNED, 2, false), 98, 100);
}

// Time for 300 iterations: a change at 200 is never in the first half.
static void test_bound_in_time(void **state)
{
    (void)state;
    const struct benchmark late = {.at = 200, .slower = 0.3, .sd = 0.01, .most = 300};
    assert_in_range(count_right(late, PLANNED, 2, true), 95, 100);
    const struct benchmark slow = {.sd = 0.01, .most = 10};
    gsl_rng *random = nested_random(33);
    struct result result = search(random, &slow);
    gsl_rng_free(random);
    assert_int_equal(result.probes, 1);
    assert_int_equal(result.horizon.iterations, PLANNED);
    assert_int_equal(result.horizon.probed, 0);
}

int tests_of_warmup_horizon(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_probe),
        cmocka_unit_test(test_steady_at_once),
        cmocka_unit_test(test_warm_up_beyond_the_plan),
        cmocka_unit_test(test_doubling),
        cmocka_unit_test(test_disturbance),
        cmocka_unit_test(test_bound_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
