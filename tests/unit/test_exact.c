// Metrics whose values on a side are all the same: which of them are exact, and what follows.
#include "reported.h"

#include "analysis/compare/comparison.h"
#include "base/text.h"

#include <math.h>

// Two sides in one metric of `blocks` blocks and `executions` in each, all values the same but the
// last of b, which is off by `off`.
static struct imported sides(const char *metric, const char *unit, const double values[2],
                             size_t blocks, size_t executions, double off)
{
    TEXT_CLEANUP struct text csv = {0};
    text_add(&csv, "variant,block,execution,metric,unit,value\n");
    for (int side = 0; side < 2; side++)
        for (size_t b = 1; b <= blocks; b++)
            for (size_t e = 1; e <= executions; e++)
                text_printf(&csv, "%c,%zu,%zu,%s,%s,%.17g\n", 'a' + side, b, e, metric, unit,
                            values[side] + (side == 1 && b == blocks && e == executions ? off : 0));
    return imported_from(csv.bytes);
}

static const double instructions[] = {14110519, 14390519}, same[] = {0.01, 0.01};

static struct comparison compared(struct imported *imported, struct comparison_rules rules)
{
    struct estimates estimates = analysis_estimates(&imported->findings);
    return compare_campaign(&imported->arena, &estimates, &rules).comparisons[0];
}

static void counts_without_scatter_are_exact(void **state)
{
    (void)state;
    static const struct {
        const char *metric, *unit;
        size_t blocks, executions;
        bool exact;
    } cases[] = {
        {"instructions", "1", 5, 1, true},
        {"instructions", "1", 1, 2, true},
        {"instructions", "1", 2, 3, true},
        {"instructions", "1", 1, 1, false},
        {"allocations", "", 5, 1, true},
        {"size", "B", 2, 1, true},
        {"allocations", "allocs/op", 5, 1, true},
        {"wall_time", "s", 5, 2, false},
        {"cpu_time", "ms", 20, 1, false},
        {"speed", "MB/s", 5, 1, false},
        {"speed", "ns/op", 5, 1, false},
        {"energy", "J", 5, 1, false},
        {"frequency", "MHz", 5, 1, false},
        {"load", "%", 5, 1, false},
        {"context_switches", "1", 5, 1, false},
        {"speed", "GB/sec", 5, 1, false},
        {"latency", "msec", 5, 1, false},
        {"load", "pct", 5, 1, false},
        {"value", "", 5, 1, false},
        {"elapsed", "", 5, 1, false},
        {"real_time", "1", 5, 1, false},
        {"allocations", "allocs / op", 5, 1, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct imported imported = sides(cases[i].metric, cases[i].unit, instructions,
                                         cases[i].blocks, cases[i].executions, 0);
        const struct ratio *ratio = &imported.findings.variant_ratios[0].ratio;
        if (ratio->exact != cases[i].exact)
            fail_msg("%s [%s] is %sexact", cases[i].metric, cases[i].unit,
                     ratio->exact ? "" : "not ");
        double value = instructions[1] / instructions[0];
        assert_true(!ratio->exact || (ratio->value == value && ratio->bound == RATIO_BOUNDED &&
                                      ratio->low == value && ratio->high == value));
        imported_free(&imported);
    }
}

static void an_exact_ratio_is_said(void **state)
{
    (void)state;
    struct imported imported = sides("instructions", "1", instructions, 5, 1, 0);
    assert_says(as_text(&imported.findings, 200, false),
                "HIGHER  b executes 1.0198 times as many instructions as a: +1.98 % (exact: all "
                "values of a side are the same)");
    imported_free(&imported);
    imported = sides("size", "B", (const double[]){100, 100}, 1, 2, 0);
    assert_says(as_text(&imported.findings, 200, false),
                "EQUAL  b has 1.00 times the size of a: +0.0 % (exact: all values of a side are "
                "the same)");
    imported_free(&imported);
}

// One value off by one leaves an interval; one side alone adds no width.
static void values_that_differ_have_an_interval(void **state)
{
    (void)state;
    struct imported imported = sides("instructions", "1", instructions, 5, 1, 1);
    const struct ratio *ratio = &imported.findings.variant_ratios[0].ratio;
    double value = instructions[1] / instructions[0];
    assert_true(!ratio->exact && ratio->bound == RATIO_BOUNDED && ratio->low < value &&
                ratio->high > value && ratio->high - ratio->low < 1e-6);
    imported_free(&imported);
    imported = imported_from("variant,block,execution,metric,unit,value\n"
                             "a,1,1,size,B,10\na,1,2,size,B,10\n"
                             "b,1,1,size,B,20\nb,2,1,size,B,22\nb,3,1,size,B,21\n");
    ratio = &imported.findings.variant_ratios[0].ratio;
    const struct interval *own = &imported.findings.estimates[1].interval;
    assert_true(!ratio->exact && ratio->bound == RATIO_BOUNDED);
    assert_float_equal(ratio->low, own->low / 10, 1e-12);
    assert_float_equal(ratio->high, own->high / 10, 1e-12);
    imported_free(&imported);
}

static void an_exact_ratio_has_its_verdict(void **state)
{
    (void)state;
    static const struct {
        double new, threshold;
        enum comparison_outcome outcome;
    } cases[] = {
        {14390519, 0, OUTCOME_SLOWER},      {14390519, 0.05, OUTCOME_EQUIVALENT},
        {14110519, 0, OUTCOME_EQUIVALENT},  {14110518, 0, OUTCOME_FASTER},
        {14390519, 0.0198, OUTCOME_SLOWER}, {14390519, 0.0199, OUTCOME_EQUIVALENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct imported imported =
            sides("instructions", "1", (const double[]){instructions[0], cases[i].new}, 5, 1, 0);
        struct comparison comparison =
            compared(&imported, (struct comparison_rules){.threshold = cases[i].threshold});
        assert_int_equal(comparison.outcome, cases[i].outcome);
        assert_true(comparison.ratio.exact && comparison.detectable == 0);
        imported_free(&imported);
    }
}

// Of a number without a unit, decimals may be what is left of more.
static void decimals_without_unit_are_not_exact(void **state)
{
    (void)state;
    struct imported imported = sides("score", "", (const double[]){0.03, 0.04}, 5, 1, 0);
    assert_false(imported.findings.variant_ratios[0].ratio.exact);
    imported_free(&imported);
}

// What a clock's ticks make the same may differ by nearly a tick.
static void coarse_times_are_never_equal(void **state)
{
    (void)state;
    struct imported imported = sides("wall_time", "s", same, 20, 1, 0);
    struct comparison comparison =
        compared(&imported, (struct comparison_rules){.threshold = 0.05});
    assert_int_equal(comparison.outcome, OUTCOME_INCONCLUSIVE);
    assert_true(comparison.coarse);
    imported_free(&imported);
}

// A noisy metric beside it.
static void another_metric_changes_nothing(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text csv = {0};
    text_add(&csv, "variant,block,execution,metric,unit,value\n");
    for (int side = 0; side < 2; side++)
        for (int b = 1; b <= 5; b++) {
            text_printf(&csv, "%c,%d,1,instructions,1,%.17g\n", 'a' + side, b, instructions[side]);
            text_printf(&csv, "%c,%d,1,wall_time,s,%d\n", 'a' + side, b,
                        10 + b * b * (3 - 2 * side));
        }
    struct imported imported = imported_from(csv.bytes);
    struct comparison comparison = compared(&imported, (struct comparison_rules){0});
    assert_true(comparison.judged && comparison.ratio.exact && comparison.margin == 0.01);
    assert_int_equal(comparison.outcome, OUTCOME_SLOWER);
    imported_free(&imported);
}

int tests_of_exact(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_without_scatter_are_exact),
        cmocka_unit_test(an_exact_ratio_is_said),
        cmocka_unit_test(values_that_differ_have_an_interval),
        cmocka_unit_test(an_exact_ratio_has_its_verdict),
        cmocka_unit_test(decimals_without_unit_are_not_exact),
        cmocka_unit_test(coarse_times_are_never_equal),
        cmocka_unit_test(another_metric_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
