// Counters in the harness eswexp.h: around each batch, scaled, or answered with why not.
#include "../harness/engine_side.h"

#include <errno.h>
#include <math.h>

static const struct esw_counter task_clock = {PERF_TYPE_SOFTWARE, 0, PERF_COUNT_SW_TASK_CLOCK};

static int spin(int argc, char **argv)
{
    struct esw_run run;
    esw_begin(&run, argc, argv);
    while (esw_next(&run)) {
        uint64_t end = esw_clock_ns(CLOCK_PROCESS_CPUTIME_ID) + 2000000;
        while (esw_clock_ns(CLOCK_PROCESS_CPUTIME_ID) < end)
            ;
    }
    return esw_end(&run);
}

static void test_counts_each_batch(void **state)
{
    (void)state;
    double most = 0;
    offer(20, (struct esw_request){.iterations = 9,
                                   .warmup = 1,
                                   .wants = ESW_WANT_CPU_TIME,
                                   .counter_count = 2,
                                   .counters = {{PERF_TYPE_SOFTWARE, 0, UINT32_MAX}, task_clock}});
    assert_int_equal(spin(0, NULL), 0);
    assert_int_equal(view->count, 10);
    assert_int_equal(view->answer.state, ESW_FINISHED);
    assert_true(view->answer.counter_errors[0] != 0);
    for (size_t i = 0; i < 10; i++) {
        const double *counts = &esw_counts(view)[2 * i];
        assert_close(counts[0], -1, 0);
        if (view->answer.counter_errors[1]) {
            assert_close(counts[1], -1, 0);
            continue;
        }
        assert_true(counts[1] > 0);
        most = fmax(most, counts[1] / (double)esw_samples(view)[i].cpu_time_ns);
        assert_int_equal(esw_samples(view)[i].flags & ESW_SCALED, 0);
    }
    // It is read outside of what is timed. A process that is interrupted takes CPU time while its
    // counters are switched, which they do not count: so the batch with the least of that.
    if (!view->answer.counter_errors[1])
        assert_true(most >= 0.99);
    else
        print_message("not counted: %s\n", strerror((int)view->answer.counter_errors[1]));
}

// A counter of which read() gives these, one after the other.
static int made_counter(const struct esw_reading *readings, size_t count)
{
    int pair[2];
    assert_int_equal(pipe(pair), 0);
    assert_int_equal(write(pair[1], readings, count * sizeof(*readings)),
                     count * sizeof(*readings));
    close(pair[1]);
    return pair[0];
}

static void test_scales_by_its_share_of_the_time(void **state)
{
    (void)state;
    struct esw_run run;
    const struct esw_reading readings[] = {
        {100, 1000, 1000}, {300, 2000, 2000}, // all of the time
        {300, 2000, 2000}, {400, 3000, 2250}, // a quarter of it
        {400, 3000, 2250}, {400, 4000, 2250}, // none
    };
    offer(20, (struct esw_request){.iterations = 3, .counter_count = 1, .counters = {task_clock}});
    esw_begin(&run, 0, NULL);
    run.counters[0] = made_counter(readings, 6);
    while (esw_next(&run))
        ESW_CLOBBER();
    assert_int_equal(esw_end(&run), 0);
    const double expected[] = {200, 400, -1};
    for (int i = 0; i < 3; i++) {
        assert_close(esw_counts(view)[i], expected[i], 1e-12);
        assert_int_equal(esw_samples(view)[i].flags & ESW_SCALED, i == 1 ? ESW_SCALED : 0);
    }
}

// A benchmark may close what it does not know.
static void test_does_not_count_what_it_cannot_read(void **state)
{
    (void)state;
    struct esw_run run;
    const struct esw_reading readings[] = {{100, 1000, 1000}, {300, 2000, 2000}, {300, 2000, 2000}};
    offer(20, (struct esw_request){.iterations = 3, .counter_count = 1, .counters = {task_clock}});
    esw_begin(&run, 0, NULL);
    run.counters[0] = made_counter(readings, 3);
    while (esw_next(&run))
        ESW_CLOBBER();
    assert_int_equal(esw_end(&run), 0);
    const double expected[] = {200, -1, -1}; // at its end; at neither
    for (int i = 0; i < 3; i++) {
        assert_close(esw_counts(view)[i], expected[i], 1e-12);
        assert_int_equal(esw_samples(view)[i].flags & ESW_SCALED, 0);
    }
}

// The scheduler's clock is that of all code, whoever asks.
static void test_task_clock_is_whole_for_all_users(void **state)
{
    (void)state;
    offer(20, (struct esw_request){.iterations = 1, .counter_count = 1, .counters = {task_clock}});
    pid_t child = fork();
    if (child == 0)
        _exit((geteuid() == 0 && setresuid(65534, 65534, 65534)) || spin(0, NULL));
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(view->answer.user_code, 0);
}

// The counts lie behind all records there is room for, and nothing lies behind them.
static void test_never_counts_beyond_the_capacity(void **state)
{
    (void)state;
    struct esw_request request = {.iterations = 9, .counter_count = 1, .counters = {task_clock}};
    offer(2, request);
    size_t size = esw_memory_size(2, &request);
    assert_int_equal(size, sizeof(struct esw_header) + 2 * sizeof(struct esw_sample) + 16);
    unsigned char *guard = (unsigned char *)view + size;
    memset(guard, 0x5a, 64);
    assert_int_equal(spin(0, NULL), 0);
    assert_int_equal(view->count, 2);
    assert_int_equal(view->answer.trouble, ESW_OVERFLOW);
    for (int i = 0; i < 64; i++)
        assert_int_equal(guard[i], 0x5a);
}

static void test_refuses_a_request_it_has_no_room_for(void **state)
{
    static const char *const no_options[] = {"bench", NULL};
    struct esw_request request = {.iterations = 1, .counter_count = ESW_COUNTERS_MOST + 1};
    offer(10, request);
    assert_exits(spin, no_options, 2, "shorter than its capacity");
    withdraw(state);
    request.counter_count = ESW_COUNTERS_MOST;
    offer(10, request);
    view->capacity = ROOM / (sizeof(struct esw_sample) + 8); // of records alone there would be room
    assert_exits(spin, no_options, 2, "shorter than its capacity");
}

// Run alone, it says what was counted, or why not.
static void test_prints_counts_when_alone(void **state)
{
    (void)state;
    static const char *const options[] = {"bench", "--iterations", "2", "--counters", NULL};
    assert_exits(spin, options, 0, "cycles");
    assert_exits(spin, options, 0, "instructions");
}

// Where instructions are counted nothing is left to chance.
static void test_measures_no_clock_where_it_is_to_be_repeatable(void **state)
{
    (void)state;
    offer(20, (struct esw_request){.iterations = 2, .wants = ESW_WANT_REPEATABLE});
    assert_int_equal(spin(0, NULL), 0);
    assert_int_equal(view->count, 2);
    assert_close(view->answer.overhead_ns, 0, 0);
    assert_close(view->answer.ns_per_tick, 1, 0);
}

int tests_of_harness_counters(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_counts_each_batch, withdraw),
        cmocka_unit_test_teardown(test_scales_by_its_share_of_the_time, withdraw),
        cmocka_unit_test_teardown(test_does_not_count_what_it_cannot_read, withdraw),
        cmocka_unit_test_teardown(test_task_clock_is_whole_for_all_users, withdraw),
        cmocka_unit_test_teardown(test_never_counts_beyond_the_capacity, withdraw),
        cmocka_unit_test_teardown(test_refuses_a_request_it_has_no_room_for, withdraw),
        cmocka_unit_test_teardown(test_prints_counts_when_alone, withdraw),
        cmocka_unit_test_teardown(test_measures_no_clock_where_it_is_to_be_repeatable, withdraw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
