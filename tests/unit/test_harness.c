// The harness eswexp.h, with the test in the engine's place.
#include "../harness/engine_side.h"

#include "model/better.h"

#include <signal.h>

static uint64_t bodies; // run so far

static int count_bodies(int argc, char **argv)
{
    struct esw_run run;
    bodies = 0;
    esw_begin(&run, argc, argv);
    while (esw_next(&run)) {
        bodies++;
        ESW_CLOBBER();
    }
    return esw_end(&run);
}

static const char *const no_options[] = {"bench", NULL};

static void test_warms_up_then_takes_the_wanted_samples(void **state)
{
    (void)state;
    offer(100, (struct esw_request){.iterations = 10, .warmup = 4});
    assert_int_equal(count_bodies(0, NULL), 0);
    assert_int_equal(bodies, 14);
    assert_int_equal(view->count, 14);
    assert_int_equal(view->answer.state, ESW_FINISHED);
    assert_int_equal(view->answer.trouble, 0);
    assert_int_equal(view->answer.batch, 1);
    assert_string_equal(view->answer.name, "benchmark");
    const struct esw_sample *samples = esw_samples(view);
    for (size_t i = 0; i < 14; i++) {
        assert_int_equal(samples[i].flags & ~(uint32_t)ESW_MOVED, i < 4 ? ESW_WARMUP : 0);
        assert_int_equal(samples[i].iterations, 1);
        assert_int_equal(samples[i].cpu_time_ns, 0);
        if (i > 0)
            assert_true((double)(samples[i].start - samples[i - 1].start) >=
                        samples[i - 1].duration);
    }
}

static uint64_t metrics_said;

static int say_metrics(int argc, char **argv)
{
    struct esw_run run;
    esw_begin(&run, argc, argv);
    for (uint64_t i = 0; i < metrics_said; i++) {
        char name[32];
        snprintf(name, sizeof(name), "metric%u", (unsigned)i);
        esw_metric(&run, name, 1, "req/s", ESW_LESS);
        esw_metric(&run, name, (double)i, "hits", ESW_MORE);
    }
    return esw_end(&run);
}

static void test_hands_over_the_last_of_each_metric(void **state)
{
    (void)state;
    metrics_said = ESW_METRICS;
    offer(100, (struct esw_request){.iterations = 1});
    assert_exits(say_metrics, no_options, 0, "");
    assert_int_equal(view->metric_count, ESW_METRICS);
    for (size_t i = 0; i < ESW_METRICS; i++) {
        assert_int_equal(strncmp(view->metrics[i].name, "metric", 6), 0);
        assert_string_equal(view->metrics[i].unit, "hits");
        assert_close(view->metrics[i].value, (double)i, 0);
        assert_int_equal(view->metrics[i].better, ESW_MORE);
    }
}

static int say_a_long_name(int argc, char **argv)
{
    struct esw_run run;
    char name[sizeof(view->metrics[0].name) + 1];
    esw_begin(&run, argc, argv);
    memset(name, 'n', sizeof(name));
    name[sizeof(name) - 1] = '\0';
    esw_metric(&run, name, 1, "s", ESW_LESS);
    return esw_end(&run);
}

static void test_refuses_metrics_without_room(void **state)
{
    (void)state;
    metrics_said = ESW_METRICS + 1;
    assert_exits(say_metrics, no_options, 2, "no room for another metric, 'metric16'");
    assert_exits(say_a_long_name, no_options, 2, "name or unit too long of the metric 'nnn");
}

static void test_doubles_batches_until_they_take_the_minimum_time(void **state)
{
    (void)state;
    const double minimum_ns = 200e3;
    offer(200, (struct esw_request){.iterations = 5, .warmup = 2, .minimum_time_ns = 200000});
    assert_int_equal(count_bodies(0, NULL), 0);
    const struct esw_sample *sample = esw_samples(view), *end = sample + view->count;
    uint64_t sum = 0, batch = 1;
    for (; sample->flags & ESW_CALIBRATION; sample++) {
        assert_true(sample->flags & ESW_WARMUP);
        assert_int_equal(sample->iterations, batch);
        batch *= sample->duration < minimum_ns ? 2 : 1;
        sum += sample->iterations;
    }
    assert_true(sample[-1].duration >= minimum_ns);
    assert_int_equal(end - sample, 7);
    for (; sample < end; sample++) {
        assert_int_equal(sample->iterations, batch);
        sum += batch;
    }
    assert_true(batch > 1);
    assert_int_equal(view->answer.batch, batch);
    assert_int_equal(bodies, sum);
}

static void test_a_cold_first_iteration_does_not_stop_the_doubling(void **state)
{
    (void)state;
    struct esw_run run;
    bool cold = true;
    offer(200, (struct esw_request){.iterations = 1, .minimum_time_ns = 1000000});
    esw_begin(&run, 0, NULL);
    while (esw_next(&run)) {
        if (cold)
            usleep(3000);
        cold = false;
    }
    assert_int_equal(esw_end(&run), 0);
    assert_true(view->answer.batch > 1);
}

static void test_never_writes_beyond_the_capacity(void **state)
{
    (void)state;
    offer(5, (struct esw_request){.iterations = 10});
    memset(&esw_samples(view)[5], 0x5a, sizeof(struct esw_sample));
    assert_int_equal(count_bodies(0, NULL), 0);
    assert_int_equal(view->count, 5);
    assert_int_equal(view->answer.trouble, ESW_OVERFLOW);
    assert_int_equal(bodies, 6);
    const unsigned char *guard = (const unsigned char *)&esw_samples(view)[5];
    for (size_t i = 0; i < sizeof(struct esw_sample); i++)
        assert_int_equal(guard[i], 0x5a);
}

static void test_ends_early_when_it_has_enough_and_no_patience(void **state)
{
    (void)state;
    offer(100, (struct esw_request){.iterations = 50, .enough = 3});
    assert_int_equal(count_bodies(0, NULL), 0);
    assert_int_equal(view->count, 3);
    assert_int_equal(view->answer.state, ESW_FINISHED);
}

static void test_patience_lets_it_take_all(void **state)
{
    (void)state;
    offer(100, (struct esw_request){
                   .iterations = 50, .enough = 3, .patience_ns = 3600u * 1000000000ull});
    assert_int_equal(count_bodies(0, NULL), 0);
    assert_int_equal(view->count, 50);
}

static void test_a_foreign_memory_is_refused(void **state)
{
    struct esw_request request = {.iterations = 1};
    offer(10, request);
    view->magic[0] = 'E';
    assert_exits(count_bodies, no_options, 2, "bench: no sample memory");
    withdraw(state);
    offer(10, request);
    view->version++;
    assert_exits(count_bodies, no_options, 2, "of another version");
    withdraw(state);
    offer(10, request);
    view->record_size--;
    assert_exits(count_bodies, no_options, 2, "of another version");
    withdraw(state);
    offer(10, request);
    view->capacity = ROOM;
    assert_exits(count_bodies, no_options, 2, "shorter than its capacity");
    withdraw(state);
    offer(10, request);
    assert_exits(count_bodies, no_options, 0, "");
    assert_exits(count_bodies, no_options, 2, "another run has used");
    setenv(ESW_VARIABLE, "12x", 1);
    assert_exits(count_bodies, no_options, 2, "no open file in ESWEXP_SAMPLES '12x'");
    setenv(ESW_VARIABLE, "999", 1);
    assert_exits(count_bodies, no_options, 2, "no open file in ESWEXP_SAMPLES '999'");
}

static int die_in_the_eighth_body(int argc, char **argv)
{
    struct esw_run run;
    int body = 0;
    esw_begin(&run, argc, argv);
    while (esw_next(&run))
        if (++body == 8)
            raise(SIGKILL);
    return esw_end(&run);
}

static void test_samples_survive_a_kill(void **state)
{
    (void)state;
    char text[100];
    offer(100, (struct esw_request){.iterations = 50});
    int status = in_child(die_in_the_eighth_body, no_options, text, sizeof(text));
    assert_true(WIFSIGNALED(status));
    assert_int_equal(view->count, 7);
    assert_int_equal(view->answer.state, ESW_STARTED);
}

static void test_cpu_time_is_not_wall_time(void **state)
{
    (void)state;
    struct esw_run run;
    offer(10, (struct esw_request){.iterations = 3, .wants = ESW_WANT_CPU_TIME});
    esw_begin(&run, 0, NULL);
    while (esw_next(&run))
        usleep(5000);
    assert_int_equal(esw_end(&run), 0);
    for (size_t i = 0; i < 3; i++) {
        const struct esw_sample *sample = &esw_samples(view)[i];
        assert_true(sample->cpu_time_ns > 0);
        assert_true((double)sample->cpu_time_ns < sample->duration / 2);
    }
}

static void test_records_what_the_benchmark_timed(void **state)
{
    (void)state;
    struct esw_run run;
    int calls = 1;
    offer(100, (struct esw_request){.iterations = 3, .warmup = 1, .minimum_time_ns = 1000});
    esw_begin(&run, 0, NULL);
    while (esw_record(&run, 1000.25 * calls, 10))
        calls++;
    assert_int_equal(calls, 4);
    assert_false(esw_record(&run, 1, 1));
    assert_int_equal(esw_end(&run), 0);
    assert_int_equal(view->count, 4);
    for (int i = 0; i < 4; i++) {
        const struct esw_sample *sample = &esw_samples(view)[i];
        assert_close(sample->duration, 1000.25 * (i + 1), 0);
        assert_int_equal(sample->iterations, 10);
        assert_int_equal(sample->flags, ESW_GIVEN | (i == 0 ? ESW_WARMUP : 0));
    }
}

static void test_measures_its_clock(void **state)
{
    offer(10, (struct esw_request){.iterations = 1, .clock = ESW_CLOCK_MONOTONIC});
    assert_int_equal(count_bodies(0, NULL), 0);
    assert_int_equal(view->answer.clock, ESW_CLOCK_MONOTONIC);
    assert_string_equal(view->answer.clock_reason, "asked for");
    assert_close(view->answer.ns_per_tick, 1, 0);
    assert_true(view->answer.overhead_ns > 0 && view->answer.granularity_ns >= 1);
    withdraw(state);
    offer(10, (struct esw_request){.iterations = 1, .clock = 99});
    assert_int_equal(count_bodies(0, NULL), 0);
    assert_true(view->answer.clock == ESW_CLOCK_MONOTONIC_RAW ||
                view->answer.clock == ESW_CLOCK_MONOTONIC);
    assert_non_null(strstr(view->answer.clock_reason, "no clock as asked for"));
}

static void test_an_iteration_in_a_batch_costs_less_than_a_clock(void **state)
{
    (void)state;
    double least = INFINITY;
    offer(200, (struct esw_request){.iterations = 20, .minimum_time_ns = 100000});
    assert_int_equal(count_bodies(0, NULL), 0);
    for (uint64_t i = 0; i < view->count; i++) {
        const struct esw_sample *sample = &esw_samples(view)[i];
        least = fmin(least, sample->duration / (double)sample->iterations);
    }
    assert_true(least < view->answer.overhead_ns);
}

int tests_of_harness(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_warms_up_then_takes_the_wanted_samples, withdraw),
        cmocka_unit_test_teardown(test_hands_over_the_last_of_each_metric, withdraw),
        cmocka_unit_test(test_refuses_metrics_without_room),
        cmocka_unit_test_teardown(test_doubles_batches_until_they_take_the_minimum_time, withdraw),
        cmocka_unit_test_teardown(test_a_cold_first_iteration_does_not_stop_the_doubling, withdraw),
        cmocka_unit_test_teardown(test_never_writes_beyond_the_capacity, withdraw),
        cmocka_unit_test_teardown(test_ends_early_when_it_has_enough_and_no_patience, withdraw),
        cmocka_unit_test_teardown(test_patience_lets_it_take_all, withdraw),
        cmocka_unit_test_teardown(test_a_foreign_memory_is_refused, withdraw),
        cmocka_unit_test_teardown(test_samples_survive_a_kill, withdraw),
        cmocka_unit_test_teardown(test_cpu_time_is_not_wall_time, withdraw),
        cmocka_unit_test_teardown(test_records_what_the_benchmark_timed, withdraw),
        cmocka_unit_test_teardown(test_measures_its_clock, withdraw),
        cmocka_unit_test_teardown(test_an_iteration_in_a_batch_costs_less_than_a_clock, withdraw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
