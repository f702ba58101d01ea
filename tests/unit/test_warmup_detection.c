// Verdicts on simulated executions whose truth is known, 100 drawings of each.
#include "series_drawn.h"
#include "testing.h"

#include "stats/series/warmup_detection.h"

#include <stdlib.h>

enum { DRAWINGS = 100, LONG = 500, SHORT = 45 };

// What is added to noise of standard deviation `sd` about a level of 1.
struct family {
    size_t count;
    double sd, memory;
    double spikes;      // factor; 1: none
    double early, late; // added before and from `at` on
    size_t at;
    double decay; // added at first, with a time constant of 20
    double slope; // over the whole
    double tick;  // of the clock; 0: exact
    bool tails;   // the noise is of t(4), without memory
};

struct verdicts {
    int steady, never;
    int near;     // steady, cut within 5 of `at`
    int unbiased; // steady, and what is kept is on the whole within 0.1 % of 1
    double cut;   // mean share of the values
};

static double truth(const struct family *family, size_t i)
{
    return 1 + (i < family->at ? family->early : family->late) +
           family->decay * exp(-(double)i / 20) + family->slope * (double)i / (double)family->count;
}

static double bias(const struct family *family, size_t warmup)
{
    double sum = 0;
    for (size_t i = warmup; i < family->count; i++)
        sum += truth(family, i) - 1;
    return sum / (double)(family->count - warmup);
}

static void draw(gsl_rng *random, const struct family *family, double *values)
{
    draw_noise(random, family->sd, family->memory, family->count, values);
    for (size_t i = 0; family->tails && i < family->count; i++)
        values[i] = 1 + family->sd * gsl_ran_tdist(random, 4) / sqrt(2);
    for (size_t i = 0; i < family->count; i++)
        values[i] += truth(family, i) - 1;
    if (family->spikes > 1)
        add_spikes(random, family->spikes, family->count, values);
    for (size_t i = 0; family->tick > 0 && i < family->count; i++)
        values[i] = family->tick * round(values[i] / family->tick);
}

static struct verdicts judge(struct family family)
{
    gsl_rng *random = nested_random(21);
    struct verdicts verdicts = {0};
    double values[LONG];
    for (int drawing = 0; drawing < DRAWINGS; drawing++) {
        draw(random, &family, values);
        struct warmup_detection found = warmup_detect(values, family.count, family.tick);
        bool steady = found.kind == WARMUP_STEADY;
        verdicts.steady += steady;
        verdicts.never += found.kind == WARMUP_NEVER_STEADY;
        verdicts.near += steady && labs((long)found.warmup - (long)family.at) <= 5;
        verdicts.unbiased += steady && fabs(bias(&family, found.warmup)) <= 0.001;
        verdicts.cut += (double)found.warmup / (double)family.count / DRAWINGS;
    }
    gsl_rng_free(random);
    print_message("%zu values, noise %g: steady %d, never %d, near %d, unbiased %d, cut %.2f %%\n",
                  family.count, family.sd, verdicts.steady, verdicts.never, verdicts.near,
                  verdicts.unbiased, 100 * verdicts.cut);
    return verdicts;
}

static void assert_flat(struct family family)
{
    struct verdicts verdicts = judge(family);
    assert_in_range(verdicts.steady, 95, 100);
    assert_true(verdicts.cut <= 0.05);
}

static const double SDS[] = {0.001, 0.01, 0.03};

static void flat(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_flat((struct family){.count = LONG, .sd = SDS[i]});
        assert_flat((struct family){.count = LONG, .sd = SDS[i], .memory = 0.3});
        assert_flat((struct family){.count = LONG, .sd = SDS[i], .tick = 0.005});
        assert_flat((struct family){.count = SHORT, .sd = SDS[i]});
        assert_flat((struct family){.count = SHORT, .sd = SDS[i], .memory = 0.3});
    }
    assert_flat((struct family){.count = LONG, .sd = 0.01, .memory = 0.5});
    assert_flat((struct family){.count = LONG, .sd = 0.01, .tails = true});
}

static void flat_with_spikes(void **state)
{
    (void)state;
    static const double factors[] = {1.1, 1.5, 3};
    for (int i = 0; i < 3; i++) {
        assert_flat((struct family){.count = LONG, .sd = 0.01, .spikes = factors[i]});
        assert_flat((struct family){.count = SHORT, .sd = 0.01, .spikes = factors[i]});
        assert_flat((struct family){.count = LONG, .spikes = factors[i]});
    }
}

static void slow_until_30(void **state)
{
    (void)state;
    struct family family = {.count = LONG, .sd = 0.01, .early = 0.05, .at = 30};
    assert_in_range(judge(family).near, 95, 100);
    family.spikes = 1.5;
    assert_in_range(judge(family).near, 95, 100);
    family = (struct family){.count = LONG, .sd = 0.01, .early = -0.05, .at = 30};
    assert_in_range(judge(family).near, 95, 100);
    family = (struct family){.count = SHORT, .sd = 0.01, .early = 0.05, .at = 12};
    assert_in_range(judge(family).near, 95, 100);
}

static void slow_first_values(void **state)
{
    (void)state;
    for (size_t at = 1; at <= 8; at++) {
        struct family family = {.count = SHORT, .sd = 0.01, .early = 0.5, .at = at};
        struct verdicts verdicts = judge(family);
        assert_in_range(verdicts.near, 95, 100);
        assert_in_range(verdicts.unbiased, 95, 100);
        family.count = WARMUP_DETECTION_LEAST;
        assert_in_range(judge(family).near, 95, 100);
    }
}

static void decaying(void **state)
{
    (void)state;
    static const double amplitudes[] = {0.02, 0.05, 0.1, 0.2};
    for (int i = 0; i < 4; i++) {
        struct family family = {.count = LONG, .sd = 0.01, .decay = amplitudes[i]};
        assert_in_range(judge(family).unbiased, 95, 100);
    }
}

static void changes_late(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct family family = {.count = LONG, .sd = SDS[i], .late = 0.03, .at = 400};
        assert_in_range(judge(family).never, 95, 100);
    }
    struct family family = {.count = SHORT, .sd = 0.01, .late = 0.05, .at = 32};
    assert_in_range(judge(family).never, 95, 100);
}

static void never_ends(void **state)
{
    (void)state;
    assert_in_range(judge((struct family){.count = LONG, .sd = 0.01, .slope = 0.03}).never, 95,
                    100);
    assert_in_range(judge((struct family){.count = LONG, .sd = 0.01, .slope = -0.03}).never, 95,
                    100);
    struct family decay = {.count = SHORT, .sd = 0.01, .decay = 0.2};
    assert_in_range(judge(decay).never, 80, 100);
}

// Another program ran for a while: the level comes back, and there is no warm-up.
static void a_interference_is_no_change(void **state)
{
    (void)state;
    gsl_rng *random = nested_random(22);
    double values[LONG];
    for (size_t at = 0; at < LONG; at += 70) {
        draw_noise(random, 0.01, 0, LONG, values);
        for (size_t i = at; i < at + 10; i++)
            values[i] *= 1.2;
        struct warmup_detection found = warmup_detect(values, LONG, 0);
        assert_int_equal(found.kind, WARMUP_STEADY);
        assert_int_equal(found.warmup, at == 0 ? 10 : 0);
    }
    gsl_rng_free(random);
}

// However certain: the precision that is asked for does not suffer from it.
static void a_small_change_does_not_matter(void **state)
{
    (void)state;
    assert_flat((struct family){.count = LONG, .sd = 1e-4, .late = 0.003, .at = 400});
    assert_flat((struct family){.count = LONG, .sd = 1e-4, .slope = 0.003});
}

static void the_change_is_told(void **state)
{
    (void)state;
    double values[LONG];
    for (size_t i = 0; i < LONG; i++)
        values[i] = (i < 400 ? 2 : 2.5) + (i % 2 ? 0.01 : 0);
    struct warmup_detection found = warmup_detect(values, LONG, 0);
    assert_int_equal(found.kind, WARMUP_NEVER_STEADY);
    assert_int_equal(found.warmup, 0);
    assert_int_equal(found.last_change, 400);
    assert_close(found.shift, 2.505 / 2.005 - 1, 1e-9);
}

static void hardly_anything(void **state)
{
    (void)state;
    double values[LONG] = {0};
    assert_int_equal(warmup_detect(NULL, 0, 0).kind, WARMUP_UNKNOWN);
    assert_int_equal(warmup_detect(values, WARMUP_DETECTION_LEAST - 1, 0).kind, WARMUP_UNKNOWN);
    for (size_t count = WARMUP_DETECTION_LEAST; count <= LONG; count += 16) {
        struct warmup_detection found = warmup_detect(values, count, 0);
        assert_int_equal(found.kind, WARMUP_STEADY);
        assert_true(found.warmup == 0 && found.last_change == 0 && found.shift == 0);
    }
    for (size_t i = 0; i < LONG; i++)
        values[i] = i % 50 == 49; // a count that is mostly 0
    assert_int_equal(warmup_detect(values, LONG, 0).kind, WARMUP_STEADY);
    for (size_t i = 0; i < LONG; i++)
        values[i] = i >= 300;
    struct warmup_detection found = warmup_detect(values, LONG, 0);
    assert_true(found.kind == WARMUP_NEVER_STEADY && found.last_change == 300 && found.shift == 0);
}

int tests_of_warmup_detection(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat),
        cmocka_unit_test(flat_with_spikes),
        cmocka_unit_test(slow_until_30),
        cmocka_unit_test(slow_first_values),
        cmocka_unit_test(decaying),
        cmocka_unit_test(changes_late),
        cmocka_unit_test(never_ends),
        cmocka_unit_test(a_interference_is_no_change),
        cmocka_unit_test(a_small_change_does_not_matter),
        cmocka_unit_test(the_change_is_told),
        cmocka_unit_test(hardly_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
