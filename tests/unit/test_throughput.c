// The meters bandwidth and rate: what a benchmark says an iteration does, over its time.
#include "testing.h"

#include "meters/meter.h"
#include "run/execution.h"

#include <math.h>

// A warm-up, then batches of 10 iterations in 50 ticks and of 20 in 200; a tick is 2 ns.
static struct esw_sample records[] = {
    {.duration = 7, .iterations = 1, .flags = ESW_WARMUP},
    {.duration = 50, .iterations = 10},
    {.duration = 200, .iterations = 20},
};

static size_t collect(const char *name, double bytes, double operations, double *values)
{
    struct esw_header header = {
        .answer = {.ns_per_tick = 2, .bytes = bytes, .operations = operations}};
    struct observation observation = {.sampling = {.kind = SAMPLING_ESWEXP},
                                      .header = &header,
                                      .records = records,
                                      .record_count = 3};
    const struct meter *meter = meter_find(name);
    assert_true(meter->per_iteration(meter, &observation.sampling));
    return meter->collect(meter, &observation, values, 1);
}

static void amounts_are_over_the_time_of_their_iterations(void **state)
{
    double value = 0;
    (void)state;
    assert_int_equal(collect("bandwidth", 640, 80, &value), 2); // one of two written
    assert_close(value, 64e9, 1e-12);
    assert_int_equal(collect("rate", 640, 80, &value), 2);
    assert_close(value, 8e9, 1e-12);
}

static void what_is_not_said_is_no_value(void **state)
{
    double value = 0;
    struct observation process = {.sampling = {.kind = SAMPLING_PROCESS}};
    const struct meter *rate = meter_find("rate");
    (void)state;
    assert_int_equal(collect("bandwidth", 0, 80, &value), 0);
    assert_int_equal(collect("rate", 640, 0, &value), 0);
    assert_int_equal(collect("rate", 640, (double)NAN, &value), 0);
    assert_int_equal(collect("rate", 640, (double)INFINITY, &value), 0);
    assert_int_equal(rate->collect(rate, &process, &value, 1), 0);
    assert_false(rate->per_iteration(rate, &process.sampling));
    assert_close(value, 0, 0);
}

int tests_of_throughput(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(amounts_are_over_the_time_of_their_iterations),
        cmocka_unit_test(what_is_not_said_is_no_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
