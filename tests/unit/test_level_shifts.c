// Levels of simulated canaries: steps of known size and place, and quiet machines without any.
#include "normal.h"
#include "testing.h"

#include "stats/series/level_shifts.h"

enum { MOST = 400 };

// Durations around 3 ms with so much noise, longer by the factor `step` from `first` to before
// `end`.
static void simulate(struct stream *stream, double noise, double step, size_t first, size_t end,
                     double *seconds, size_t count)
{
    for (size_t i = 0; i < count; i++)
        seconds[i] = 0.003 * exp(noise * normal(stream)) * (i >= first && i < end ? step : 1);
}

static void a_step_and_back(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct stream stream = stream_from(1);
    double seconds[60];
    simulate(&stream, 0.005, 1.07, 20, 40, seconds, 60);
    struct level_shifts found = level_shifts_find(&arena, seconds, 60);
    assert_int_equal(found.count, 3);
    assert_int_equal(found.items[1].first, 20);
    assert_int_equal(found.items[1].count, 20);
    assert_close(found.items[1].mean / found.items[0].mean, 1.07, 0.01);
    assert_close(found.items[2].mean / found.items[1].mean, 1 / 1.07, 0.01);
    assert_int_equal(found.apart_count, 0);
    assert_true(found.spread > 0.004 && found.spread < 0.016); // 1.64 deviations
    arena_release(&arena);
}

static void a_short_rise(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct stream stream = stream_from(2);
    double seconds[25];
    simulate(&stream, 0.02, 1.25, 8, 13, seconds, 25);
    struct level_shifts found = level_shifts_find(&arena, seconds, 25);
    assert_int_equal(found.count, 3);
    assert_int_equal(found.items[1].first, 8);
    assert_int_equal(found.items[1].count, 5);
    arena_release(&arena);
}

// What takes half of a CPU in slices makes every look long, but none like the other.
static void a_busy_loop_halfway(void **state)
{
    (void)state;
    struct arena arena = {0};
    size_t seen = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct stream stream = stream_from(seed);
        double seconds[30];
        simulate(&stream, 0.01, 1, 0, 0, seconds, 15);
        simulate(&stream, 0.25, 1.8, 0, 15, seconds + 15, 15);
        struct level_shifts found = level_shifts_find(&arena, seconds, 30);
        seen += found.count > 1 && found.items[1].first >= 13 && found.items[1].first <= 17 &&
                found.items[1].mean > 1.3 * found.items[0].mean;
    }
    assert_in_range(seen, 195, 200);
    arena_release(&arena);
}

// A machine as they are: white noise, as much or half as much of it that lasts (lag-1 correlation
// 0.5), one in a hundred from 10 % to 300 % longer.
static void machine(struct stream *stream, double noise, double lasting, double *seconds,
                    size_t count)
{
    double now = noise * lasting * normal(stream);
    for (size_t i = 0; i < count; i++) {
        now = 0.5 * now + sqrt(0.75) * noise * lasting * normal(stream);
        seconds[i] = 0.01 * exp(noise * normal(stream) + now);
        if (stream_below(stream, 100) == 0)
            seconds[i] *= 1.1 + 0.01 * (double)stream_below(stream, 290);
    }
}

static void quiet_machines_are_quiet(void **state)
{
    (void)state;
    static const double noises[] = {0.0005, 0.01, 0.02, 0.03}, lasting[] = {0, 0.5, 1};
    static const size_t counts[] = {LEVEL_SHIFTS_LEAST, 16, 30, 100, MOST};
    struct arena arena = {0};
    double seconds[MOST];
    enum { TIMES = 100 };
    for (size_t i = 0; i < 3; i++) {
        size_t alarms = 0;
        for (size_t k = 0; k < 4 * 5 * TIMES; k++) {
            struct stream stream = stream_from(1000 + k);
            size_t count = counts[k / TIMES % 5];
            machine(&stream, noises[k / TIMES / 5], lasting[i], seconds, count);
            alarms += level_shifts_find(&arena, seconds, count).count > 1;
        }
        assert_in_range(alarms, 0, 4 * 5 * TIMES / 100); // one in a hundred
    }
    arena_release(&arena);
}

// Half of the CPU taken halfway, more or less.
static void large_steps_are_found_where_they_are(void **state)
{
    (void)state;
    static const double steps[] = {1.5, 1.8, 2.2};
    static const size_t counts[] = {16, 30, 100};
    struct arena arena = {0};
    double seconds[MOST];
    enum { TIMES = 100 };
    for (size_t i = 0; i < 9; i++) {
        size_t found = 0, count = counts[i / 3];
        for (size_t k = 0; k < TIMES; k++) {
            struct stream stream = stream_from(2000 + k);
            machine(&stream, 0.03, 0.5, seconds, count);
            for (size_t n = count / 2; n < count; n++)
                seconds[n] *= steps[i % 3] * exp(0.1 * normal(&stream));
            struct level_shifts levels = level_shifts_find(&arena, seconds, count);
            found += levels.count > 1 && levels.items[1].first + 2 >= count / 2 &&
                     levels.items[1].first <= count / 2 + 2 &&
                     levels.items[1].mean > 1.2 * levels.items[0].mean;
        }
        assert_in_range(found, 95, TIMES);
    }
    arena_release(&arena);
}

static void a_small_rise_and_fall_in_noise(void **state)
{
    (void)state;
    struct arena arena = {0};
    double seconds[30];
    size_t found = 0;
    for (uint64_t k = 0; k < 400; k++) {
        struct stream stream = stream_from(3000 + k);
        machine(&stream, 0.015, 0, seconds, 30);
        for (size_t n = 12; n < 20; n++)
            seconds[n] *= 1.07;
        struct level_shifts levels = level_shifts_find(&arena, seconds, 30);
        found += levels.count == 3 && levels.items[1].first >= 10 && levels.items[1].first <= 14 &&
                 levels.items[2].first >= 18 && levels.items[2].first <= 22;
    }
    assert_in_range(found, 360, 400);
    arena_release(&arena);
}

static void small_steps_are_none(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct stream stream = stream_from(3);
    double seconds[100];
    simulate(&stream, 0.002, 1.015, 50, 100, seconds, 100);
    assert_int_equal(level_shifts_find(&arena, seconds, 100).count, 1);
    arena_release(&arena);
}

static void lone_ones_are_apart(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct stream stream = stream_from(4);
    double seconds[40];
    simulate(&stream, 0.005, 1, 0, 0, seconds, 40);
    seconds[0] *= 1.2;
    seconds[17] *= 1.5;
    seconds[18] *= 1.5;
    struct level_shifts found = level_shifts_find(&arena, seconds, 40);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.apart_count, 3);
    assert_true(found.apart[0] && found.apart[17] && found.apart[18]);
    assert_close(found.apart_most, 0.5, 0.1);
    assert_true(found.spread < 0.02);
    arena_release(&arena);
}

static void a_clock_that_sees_no_difference(void **state)
{
    (void)state;
    struct arena arena = {0};
    double seconds[LEVEL_SHIFTS_LEAST];
    for (size_t i = 0; i < LEVEL_SHIFTS_LEAST; i++)
        seconds[i] = 0.002;
    struct level_shifts found = level_shifts_find(&arena, seconds, LEVEL_SHIFTS_LEAST);
    assert_int_equal(found.count, 1);
    assert_true(found.spread < 1e-9);
    assert_close(found.items[0].mean, 0.002, 1e-12);
    arena_release(&arena);
}

int tests_of_level_shifts(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_short_rise),
        cmocka_unit_test(a_step_and_back),
        cmocka_unit_test(a_busy_loop_halfway),
        cmocka_unit_test(quiet_machines_are_quiet),
        cmocka_unit_test(large_steps_are_found_where_they_are),
        cmocka_unit_test(a_small_rise_and_fall_in_noise),
        cmocka_unit_test(small_steps_are_none),
        cmocka_unit_test(lone_ones_are_apart),
        cmocka_unit_test(a_clock_that_sees_no_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
