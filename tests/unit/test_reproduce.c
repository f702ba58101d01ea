// Does a reproduction agree? On findings made by hand.
#include "made_findings.h"

#include <string.h>

// All variants at 1 s but for these factors, with a relative standard error.
static struct made *measured(const double *factors, double error)
{
    struct made *made = make(VARIANTS);
    for (size_t v = 0; v < VARIANTS; v++)
        set(made, v, factors[v], factors[v] * error, UNITS);
    compare(made);
    return made;
}

// Judges means, too.
static struct reproduction_rules with_means(void)
{
    struct reproduction_rules rules = reproduction_defaults;
    rules.judge_means = true;
    return rules;
}

static struct reproduction agreed(struct arena *arena, const struct made *old,
                                  const struct made *new)
{
    struct reproduction_rules rules = with_means();
    return reproduce(arena, old, new, &rules);
}

static enum reproduction_outcome outcome(const struct reproduction *reproduction, const char *name)
{
    for (size_t i = 0; i < reproduction->count; i++)
        if (strcmp(reproduction->items[i].name, name) == 0)
            return reproduction->items[i].outcome;
    fail_msg("no item '%s'", name);
    return REPRODUCTION_INCONCLUSIVE;
}

static void the_same_agrees(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct made *one = measured((double[]){1, 0.8, 0.5}, 0.005);
    struct reproduction reproduction = agreed(&arena, one, one);
    assert_int_equal(reproduction.count, 5); // two ratios, three means
    assert_int_equal(reproduction.agreeing, 5);
    assert_close(reproduction.items[0].change, 1, 1e-15);
    unmake(one);
    arena_release(&arena);
}

static void one_that_is_slower(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct made *old = measured((double[]){1, 0.8, 0.5}, 0.005);
    struct made *new = measured((double[]){1, 0.88, 0.5}, 0.005);
    struct reproduction reproduction = agreed(&arena, old, new);
    assert_int_equal(reproduction.disagreeing, 2);
    assert_int_equal(reproduction.agreeing, 3);
    assert_int_equal(outcome(&reproduction, "sort: wall_time of b against a"),
                     REPRODUCTION_DISAGREES);
    assert_int_equal(outcome(&reproduction, "sort: wall_time of b"), REPRODUCTION_DISAGREES);
    assert_int_equal(outcome(&reproduction, "sort: wall_time of c against a"), REPRODUCTION_AGREES);
    unmake(old);
    unmake(new);
    arena_release(&arena);
}

static void all_that_are_slower(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct made *old = measured((double[]){1, 0.8, 0.5}, 0.005);
    struct made *new = measured((double[]){1.1, 0.88, 0.55}, 0.005);
    struct reproduction reproduction = agreed(&arena, old, new);
    assert_int_equal(reproduction.disagreeing, 3);
    assert_int_equal(outcome(&reproduction, "sort: wall_time of a"), REPRODUCTION_DISAGREES);
    assert_int_equal(outcome(&reproduction, "sort: wall_time of b against a"), REPRODUCTION_AGREES);
    // on another machine only the ratios count
    struct reproduction_rules rules = with_means();
    rules.same_machine = false;
    reproduction = reproduce(&arena, old, new, &rules);
    assert_int_equal(reproduction.disagreeing, 0);
    assert_int_equal(reproduction.agreeing, 2);
    assert_int_equal(reproduction.inconclusive, 0);
    unmake(old);
    unmake(new);
    arena_release(&arena);
}

// A slower machine, or the same one on another day.
static void means_are_only_listed(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct made *old = measured((double[]){1, 0.8, 0.5}, 0.005);
    struct made *new = measured((double[]){1.1, 0.88, 0.55}, 0.005);
    struct reproduction reproduction = reproduce(&arena, old, new, &reproduction_defaults);
    assert_int_equal(reproduction.count, 5);
    assert_int_equal(reproduction.agreeing, 2);
    assert_int_equal(reproduction.disagreeing + reproduction.inconclusive, 0);
    assert_int_equal(reproduction.time_count, 3);
    assert_close(reproduction.times, 1.1, 1e-12);
    unmake(old);
    unmake(new);
    arena_release(&arena);
}

// A single variant has no ratio: nothing agrees, and nothing disagrees.
static void one_variant_has_only_means(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct made *old = make(1), *new = make(1);
    set(old, 0, 1, 0.001, UNITS);
    set(new, 0, 1.5, 0.001, UNITS);
    struct reproduction reproduction = reproduce(&arena, old, new, &reproduction_defaults);
    assert_int_equal(reproduction.count, 1);
    assert_false(reproduction.items[0].judged);
    assert_int_equal(reproduction.agreeing + reproduction.disagreeing, 0);
    assert_close(reproduction.items[0].change, 1.5, 1e-12);
    unmake(old);
    unmake(new);
    arena_release(&arena);
}

// 4 % are too much of a ratio, and not of a mean.
static void tolerances_of_their_own(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct made *old = measured((double[]){1, 0.8, 0.5}, 0.001);
    struct made *new = measured((double[]){1, 0.8 * 1.04, 0.5}, 0.001);
    struct reproduction reproduction = agreed(&arena, old, new);
    assert_int_equal(reproduction.disagreeing, 1);
    assert_int_equal(outcome(&reproduction, "sort: wall_time of b against a"),
                     REPRODUCTION_DISAGREES);
    assert_int_equal(outcome(&reproduction, "sort: wall_time of b"), REPRODUCTION_AGREES);
    unmake(old);
    unmake(new);
    arena_release(&arena);
}

// What the tolerance may explain, but also a change that matters, upwards or downwards.
static void one_limit_too_far(void **state)
{
    (void)state;
    static const double factors[] = {1.07, 1 / 1.07};
    for (size_t i = 0; i < 2; i++) {
        struct arena arena = {0};
        struct made *old = make(1), *new = make(1);
        set(old, 0, 1, 0.015, UNITS);
        set(new, 0, factors[i], factors[i] * 0.015, UNITS);
        struct reproduction reproduction = agreed(&arena, old, new);
        assert_true(reproduction.items[0].low < 1.05 && reproduction.items[0].high > 1 / 1.05);
        assert_int_equal(reproduction.items[0].outcome, REPRODUCTION_INCONCLUSIVE);
        unmake(old);
        unmake(new);
        arena_release(&arena);
    }
}

static void wide_intervals_decide_nothing(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct made *one = measured((double[]){1, 0.8, 0.5}, 0.05);
    struct reproduction reproduction = agreed(&arena, one, one);
    assert_int_equal(reproduction.inconclusive, 5);
    struct reproduction_rules rules = with_means();
    rules.within = 0.9;
    reproduction = reproduce(&arena, one, one, &rules);
    assert_int_equal(reproduction.agreeing, 5);
    unmake(one);
    arena_release(&arena);
}

// Equal errors and units on both sides: Student's t with 18 degrees of freedom. Of R:
// qt(0.975, 18), and pt(x, 18, lower.tail = FALSE) for x = 1, 2, 3.
static void change_and_p(void **state)
{
    (void)state;
    struct arena arena = {0};
    double error = 0.01, both = sqrt(2) * error;
    struct made *old = make(1), *new = make(1);
    struct reproduction_rules rules = {.within = 1, .judge_means = true, .same_machine = true};
    set(old, 0, 1, error, UNITS);
    set(new, 0, exp(2 * both), exp(2 * both) * error, UNITS);
    struct reproduction reproduction = reproduce(&arena, old, new, &rules);
    assert_close(log(reproduction.items[0].change), 2 * both, 1e-12);
    assert_close(log(reproduction.items[0].high), (2 + 2.10092204024104) * both, 1e-9);
    assert_close(log(reproduction.items[0].low), (2 - 2.10092204024104) * both, 1e-9);
    assert_close(reproduction.items[0].p, 2 * 0.0304107328347, 1e-9);
    // half of it tolerated: one error beyond the limit on this side, three on the other
    rules.mean_tolerance = expm1(both);
    reproduction = reproduce(&arena, old, new, &rules);
    assert_close(reproduction.items[0].p, 0.165282465639 + 0.00384270607016, 1e-9);
    unmake(old);
    unmake(new);
    arena_release(&arena);
}

// Of a median, whose interval is the replicates': 1.96 errors wide, and compared with a median
// only.
static void other_summaries(void **state)
{
    (void)state;
    struct arena arena = {0};
    double error = 0.01, both = sqrt(2) * error;
    struct made *old = make(1), *new = make(1);
    set(old, 0, 1, error, UNITS);
    set(new, 0, exp(2 * both), exp(2 * both) * error, UNITS);
    for (size_t i = 0; i < 2; i++) {
        struct estimate *estimate = (i ? new : old)->findings.estimates;
        double half = 1.95996398454005 * error * estimate->value;
        estimate->summary.kind = STATISTIC_MEDIAN;
        estimate->summary_name = "median";
        estimate->range.low = estimate->value - half;
        estimate->range.high = estimate->value + half;
        estimate->range.df = 0;
    }
    struct reproduction_rules rules = {.within = 1, .same_machine = true};
    struct reproduction reproduction = reproduce(&arena, old, new, &rules);
    assert_close(reproduction.items[0].p, 2 * 0.0304107328347, 1e-9);
    assert_string_equal(reproduction.items[0].name, "sort: wall_time (median) of a");
    new->findings.estimates[0].summary.kind = STATISTIC_MEAN;
    reproduction = reproduce(&arena, old, new, &rules);
    assert_string_equal(reproduction.items[0].gap, "the reproduction did not measure it");
    unmake(old);
    unmake(new);
    arena_release(&arena);
}

static void exact_values(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct made *old = make(2), *new = make(2);
    for (size_t v = 0; v < 2; v++) {
        set(old, v, 2, 0, UNITS);
        set(new, v, v ? 2.001 : 2, 0, UNITS);
    }
    compare(old);
    compare(new);
    struct reproduction reproduction = agreed(&arena, old, new);
    assert_int_equal(reproduction.agreeing, 3);
    set(new, 1, 2.1, 0, UNITS);
    reproduction = agreed(&arena, old, new);
    assert_int_equal(outcome(&reproduction, "sort: wall_time of b against a"),
                     REPRODUCTION_DISAGREES);
    unmake(old);
    unmake(new);
    arena_release(&arena);
}

static void nothing_twice_is_no_change(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct made *old = measured((double[]){1, 0, 0}, 0), *new = measured((double[]){1, 0, 0}, 0);
    struct reproduction reproduction = agreed(&arena, old, new);
    assert_int_equal(reproduction.agreeing, reproduction.count);
    set(new, 1, 0, 0.1, UNITS); // errors, now and then
    reproduction = agreed(&arena, old, new);
    assert_int_equal(reproduction.inconclusive, 2);
    assert_string_equal(reproduction.items[3].gap, "a side is not above 0");
    unmake(old);
    unmake(new);
    arena_release(&arena);
}

static void nothing_to_compare_with(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct made *old = measured((double[]){1, 0.8, 0.5}, 0.005), *new = make(2);
    set(new, 0, 1, 0.005, UNITS);
    set(new, 1, 0.8, 0, 1); // one unit: no interval
    compare(new);
    struct reproduction reproduction = agreed(&arena, old, new);
    assert_int_equal(reproduction.agreeing, 1);
    assert_int_equal(reproduction.inconclusive, 4);
    assert_string_equal(reproduction.items[0].gap, "a side has no interval");
    assert_string_equal(reproduction.items[1].gap, "the reproduction has no such ratio");
    assert_string_equal(reproduction.items[4].gap, "the reproduction did not measure it");
    set(new, 1, 0, 0.1, UNITS);
    reproduction = agreed(&arena, old, new);
    assert_string_equal(reproduction.items[3].gap, "a side is not above 0");
    new->findings.catalogue.metrics[0].unit = "bytes";
    reproduction = agreed(&arena, old, new);
    assert_int_equal(reproduction.inconclusive, 5);
    unmake(old);
    unmake(new);
    arena_release(&arena);
}

static void claims_by_their_outcome(void **state)
{
    (void)state;
    static const enum reproduction_outcome expected[3][3] = {
        [CLAIM_INCONCLUSIVE] = {REPRODUCTION_AGREES, REPRODUCTION_INCONCLUSIVE,
                                REPRODUCTION_INCONCLUSIVE},
        [CLAIM_SUPPORTED] = {REPRODUCTION_INCONCLUSIVE, REPRODUCTION_AGREES,
                             REPRODUCTION_DISAGREES},
        [CLAIM_REFUTED] = {REPRODUCTION_INCONCLUSIVE, REPRODUCTION_DISAGREES, REPRODUCTION_AGREES},
    };
    struct arena arena = {0};
    struct judged_claim was = {"mean(a) < 3 ms", CLAIM_INCONCLUSIVE, ""}, is = was;
    struct made *old = make(0), *new = make(0);
    old->findings.claims = &was;
    new->findings.claims = &is;
    old->findings.claim_count = new->findings.claim_count = 1;
    for (int i = 0; i < 9; i++) {
        was.outcome = (enum claim_outcome)(i / 3);
        is.outcome = (enum claim_outcome)(i % 3);
        struct reproduction reproduction = agreed(&arena, old, new);
        assert_int_equal(reproduction.items[0].outcome, expected[was.outcome][is.outcome]);
    }
    new->findings.claim_count = 0;
    struct reproduction reproduction = agreed(&arena, old, new);
    assert_int_equal(reproduction.inconclusive, 1);
    unmake(old);
    unmake(new);
    arena_release(&arena);
}

int tests_of_reproduce(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_agrees),
        cmocka_unit_test(one_that_is_slower),
        cmocka_unit_test(all_that_are_slower),
        cmocka_unit_test(means_are_only_listed),
        cmocka_unit_test(one_variant_has_only_means),
        cmocka_unit_test(tolerances_of_their_own),
        cmocka_unit_test(one_limit_too_far),
        cmocka_unit_test(wide_intervals_decide_nothing),
        cmocka_unit_test(change_and_p),
        cmocka_unit_test(other_summaries),
        cmocka_unit_test(exact_values),
        cmocka_unit_test(nothing_twice_is_no_change),
        cmocka_unit_test(nothing_to_compare_with),
        cmocka_unit_test(claims_by_their_outcome),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
