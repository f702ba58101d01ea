// Comparisons: pairing, verdicts, the noise floor, order, and two campaigns.
#include "imported.h"
#include "paired.h"
#include "stored.h"

#include "analysis/compare/comparison.h"
#include "analysis/compare/rules.h"
#include "analysis/estimate/pairing.h"
#include "stats/interval.h"
#include "store/facts.h"
#include "store/plan/experiment.h"

#include <gsl/gsl_cdf.h>

static struct comparison_set judge(struct imported *imported, const struct comparison_rules *rules)
{
    struct estimates estimates = analysis_estimates(&imported->findings);
    struct comparison_set comparison_set = compare_campaign(&imported->arena, &estimates, rules);
    for (size_t i = 0; i < comparison_set.comparison_count; i++) {
        const struct comparison *comparison = &comparison_set.comparisons[i];
        assert_false(isnan(comparison->p) || isnan(comparison->ratio.value) ||
                     isnan(comparison->ratio.low) || isnan(comparison->ratio.high));
    }
    return comparison_set;
}

static bool compare_imported(struct imported *old, struct imported *new,
                             const struct comparison_rules *rules,
                             struct comparison_set *comparison_set, struct error *error)
{
    struct estimates before = analysis_estimates(&old->findings);
    struct estimates after = analysis_estimates(&new->findings);
    before.folder = "old";
    after.folder = "new";
    return compare_campaigns(&old->arena, &before, &after, rules, comparison_set, error);
}

// Adds `blocks` blocks of one variant: mean·(1 ± scatter), the same in every pair of blocks.
static void add_side(struct text *csv, const char *benchmark, const char *variant, double mean,
                     double scatter, size_t blocks)
{
    static const double pattern[] = {1, -1, 0.5, -0.5};
    for (size_t i = 0; i < blocks; i++)
        text_printf(csv, "%s,%s,%zu,1,%.17g\n", benchmark, variant, i + 1,
                    mean * (1 + scatter * pattern[i % 4]));
}

static const char header[] = "benchmark,variant,block,execution,value\n";

static const struct comparison_rules any_change = {0};

// Blocks 1 to 4 and 6 are shared; executions of a block are averaged, iterations in them first.
static void pairs_by_block(void **state)
{
    (void)state;
    struct imported imported = imported_from("variant,block,execution,iteration,value\n"
                                             "old,1,1,1,9\nold,1,1,2,10\nold,1,1,3,11\n"
                                             "old,2,1,1,10\nold,2,2,1,12\nold,3,1,1,9\n"
                                             "old,4,1,1,10\nold,5,1,1,100\nold,6,1,1,8\n"
                                             "new,7,1,1,500\nnew,6,1,1,7\nnew,4,1,1,11\n"
                                             "new,3,1,1,9.5\nnew,2,1,1,12.5\nnew,1,1,1,11\n");
    const double old[] = {10, 11, 9, 10, 8}, new[] = {11, 12.5, 9.5, 11, 7};
    struct comparison_set comparison_set = judge(&imported, &any_change);
    assert_int_equal(comparison_set.comparison_count, 1);
    const struct comparison *comparison = &comparison_set.comparisons[0];
    assert_true(comparison->paired && comparison->judged && !comparison->is_floor);
    assert_int_equal(comparison->pairs, 5);
    assert_int_equal(comparison->wins, 1);
    struct ratio ratio = paired_ratio(old, new, 5, 0.95);
    assert_close(comparison->ratio.low, ratio.low, 1e-14);
    assert_close(comparison->ratio.high, ratio.high, 1e-14);
    // Differences 1, 1.5, 0.5, 1, -1: mean 0.6, variance 0.925
    assert_close(comparison->p, 2 * gsl_cdf_tdist_Q(0.6 / sqrt(0.185), 4), 2e-6);
    assert_int_equal(comparison->outcome, OUTCOME_INCONCLUSIVE);
    assert_int_equal(comparison_set.family, 1);
    assert_int_equal(comparison_set.overall_count, 0);
    assert_string_equal(comparison->old, "old");
    assert_string_equal(comparison->benchmark, imported.findings.catalogue.cells[0].benchmark);
    imported_free(&imported);
}

static void pairs_by_machine(void **state)
{
    (void)state;
    struct imported imported =
        imported_from("variant,machine,block,value\nold,a,1,1\nold,a,2,3\nold,b,1,4\nold,c,1,7\n"
                      "new,a,1,2\nnew,b,1,3\nnew,b,2,5\nnew,c,1,9\n");
    const double old[] = {2, 4, 7}, new[] = {2, 4, 9};
    struct comparison_set comparison_set = judge(&imported, &any_change);
    struct ratio ratio = paired_ratio(old, new, 3, 0.95);
    assert_int_equal(comparison_set.comparisons[0].pairs, 3);
    assert_close(comparison_set.comparisons[0].ratio.low, ratio.low, 1e-14);
    imported_free(&imported);
}

// Without blocks there is nothing that the sides share.
static void independent_samples(void **state)
{
    (void)state;
    struct imported imported = imported_from(
        "variant,execution,value\nold,1,10\nold,2,11\nold,3,10\nnew,1,20\nnew,2,21\nnew,3,22\n");
    struct comparison_set comparison_set = judge(&imported, &any_change);
    const struct comparison *comparison = &comparison_set.comparisons[0];
    struct value_with_error old = mean_with_error(&comparison->old_estimate->components);
    struct value_with_error new = mean_with_error(&comparison->new_estimate->components);
    struct ratio ratio = ratio_unpaired(&old, &new, 0.95);
    assert_false(comparison->paired);
    assert_int_equal(comparison->pairs, 0);
    assert_true(comparison->ratio.low == ratio.low && comparison->ratio.high == ratio.high);
    assert_int_equal(comparison->outcome, OUTCOME_SLOWER);
    imported_free(&imported);
}

// The whole interval lies beyond 1 ± threshold, or within 1 ± equivalence.
static void verdicts_of_one(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text csv = {0};
    text_add(&csv, header);
    add_side(&csv, "a", "old", 1, 0, 8);
    add_side(&csv, "a", "new", 1.05, 0.01, 8);
    struct imported imported = imported_from(csv.bytes);
    const struct comparison first = judge(&imported, &any_change).comparisons[0];
    const struct ratio ratio = first.ratio;
    struct ratio_test test = ratio_test_of(&imported.arena, first.old_estimate, first.new_estimate);
    double low = ratio.low - 1, tiny = 1e-12;
    double high = ratio_test_ratio(&test, 0.9).high - 1; // two one-sided tests
    const struct {
        double threshold, equivalence;
        enum comparison_outcome outcome;
    } cases[] = {
        {0, 0, OUTCOME_SLOWER},
        {low - tiny, 0, OUTCOME_SLOWER},
        {low - tiny, 1, OUTCOME_SLOWER}, // comes first
        {low + tiny, 0, OUTCOME_INCONCLUSIVE},
        {low + tiny, high + tiny, OUTCOME_EQUIVALENT},
        {high - tiny, 0, OUTCOME_INCONCLUSIVE},
        {high + tiny, 0, OUTCOME_EQUIVALENT},
        {high + tiny, low, OUTCOME_INCONCLUSIVE}, // between the two: no block will decide
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct comparison_rules rules = {cases[i].threshold, cases[i].equivalence, NULL};
        struct comparison_set comparison_set = judge(&imported, &rules);
        assert_int_equal(comparison_set.comparisons[0].outcome, cases[i].outcome);
        assert_true(comparison_set.comparisons[0].ratio.low == ratio.low);
    }
    imported_free(&imported);
}

// A difference that one look names is none at the first of two, and p says so.
static void a_look_has_its_own_level(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text csv = {0};
    text_add(&csv, header);
    add_side(&csv, "a", "old", 1, 0, 8);
    add_side(&csv, "a", "new", 1.024, 0.03, 8);
    struct imported imported = imported_from(csv.bytes);
    const size_t first[] = {8}, second[] = {16};
    struct look items[] = {{0.2, first}, {0.8, second}};
    struct looks looks = {items, 2, 1};
    struct comparison one = judge(&imported, &any_change).comparisons[0];
    imported.findings.looks = &looks;
    struct comparison_set set = judge(&imported, &any_change);
    struct comparison early = set.comparisons[0];
    assert_int_equal(one.outcome, OUTCOME_SLOWER);
    assert_int_equal(early.outcome, OUTCOME_INCONCLUSIVE);
    assert_true(set.looks == &looks && early.ratio.low < one.ratio.low);
    assert_close(early.confidence, 0.99, 1e-12);
    assert_close(early.p, one.p / 0.2, 1e-5);
    // Both one-sided tests of the equivalence spend 0.2 · 5 % here.
    struct ratio_test test = ratio_test_of(&imported.arena, one.old_estimate, one.new_estimate);
    struct ratio within = ratio_test_ratio(&test, 1 - 2 * 0.2 * 0.05);
    assert_close(early.equal_within, within.high - 1, 1e-12);
    imported_free(&imported);
}

// 1 %, however wide an interval the data have, unless the rules say otherwise.
static void the_margin_is_one_percent_unless_given(void **state)
{
    (void)state;
    struct imported imported = imported_from("variant,block,execution,value\n"
                                             "old,1,1,9\nnew,1,1,9\nold,2,1,9\nnew,2,1,8\n");
    struct error error = {0};
    static const struct {
        const char *threshold, *equivalence;
        double margin;
    } facts[] = {
        {"0", "0", 0.01}, {"0", "0.02", 0.02}, {"0.05", "0", 0.05}, {"0.05", "0.002", 0.002}};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        struct store *store = imported.store;
        assert_done(store_set(store, FACT_COMPARE_THRESHOLD, facts[i].threshold, &error), error);
        assert_done(store_set(store, FACT_COMPARE_EQUIVALENCE, facts[i].equivalence, &error),
                    error);
        struct comparison_rules rules =
            comparison_rules_load(&imported.arena, store, &imported.findings.catalogue);
        assert_true(comparison_equivalence(&rules) == facts[i].margin);
    }
    imported_free(&imported);
}

// A change of 0.5 % ± 3 % is not equal within 1 %; a campaign may have stored a wider margin that
// its pilot once chose.
static void wide_intervals_are_inconclusive(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text csv = {0};
    struct error error = {0};
    text_add(&csv, header);
    add_side(&csv, "a", "old", 1, 0, 20);
    add_side(&csv, "a", "new", 0.995, 0.08, 20);
    struct imported imported = imported_from(csv.bytes);
    assert_done(store_set(imported.store, "compare.chosen_equivalence", "0.05", &error), error);
    struct comparison_rules rules =
        comparison_rules_load(&imported.arena, imported.store, &imported.findings.catalogue);
    const struct comparison wide = judge(&imported, &rules).comparisons[0];
    assert_true(wide.ratio.low > 0.95 && wide.ratio.low < 0.99 && wide.ratio.high > 1.01);
    assert_int_equal(wide.outcome, OUTCOME_INCONCLUSIVE);
    assert_true(wide.margin == 0.01 && wide.equal_within > 0.01);
    imported_free(&imported);
}

static void order_and_overall(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text csv = {0};
    text_add(&csv, header);
    static const struct {
        const char *benchmark;
        double ratio, scatter;
    } cases[] = {{"open", 1.2, 0.8},   {"fast", 0.5, 0.01}, {"even", 1.001, 0.001},
                 {"slow", 1.5, 0.01},  {"gone", 0, 0},      {"crawl", 2, 0.01},
                 {"quick", 0.8, 0.01}, {"wild", 1.3, 1.2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        add_side(&csv, cases[i].benchmark, "old", 1, 0, 8);
        if (cases[i].ratio > 0)
            add_side(&csv, cases[i].benchmark, "new", cases[i].ratio, cases[i].scatter, 8);
    }
    struct imported imported = imported_from(csv.bytes);
    struct comparison_rules rules = {0.05, 0, NULL};
    struct comparison_set comparison_set = judge(&imported, &rules);
    static const char *const order[] = {"crawl", "slow", "quick", "fast",
                                        "even",  "wild", "open",  "gone"};
    for (size_t i = 0; i < 8; i++)
        assert_string_equal(comparison_set.comparisons[i].benchmark, order[i]);
    assert_int_equal(comparison_set.comparison_count, 8);
    assert_int_equal(comparison_set.comparisons[4].outcome, OUTCOME_EQUIVALENT);
    const struct comparison *gone = &comparison_set.comparisons[7];
    assert_true(gone->old_estimate && !gone->new_estimate && gone->judged && !gone->paired);
    assert_true(gone->p == 1 && gone->outcome == OUTCOME_INCONCLUSIVE);
    assert_int_equal(comparison_set.family, 7);

    assert_int_equal(comparison_set.overall_count, 1);
    const struct overall *overall = &comparison_set.overalls[0];
    double log_sum = log(1.2) + log(0.5) + log(1.001) + log(1.5) + log(2) + log(0.8) + log(1.3);
    assert_int_equal(overall->benchmarks, 7);
    assert_string_equal(overall->new, "new");
    assert_close(overall->ratio.value, exp(log_sum / 7), 1e-12);
    assert_int_equal(overall->ratio.bound, RATIO_BOUNDED);
    assert_true(overall->ratio.low < overall->ratio.value);
    imported_free(&imported);
}

// 2.3 % of error alone is a verdict, of three benchmarks it is none.
static void verdicts_hold_together(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text csv = {0};
    text_add(&csv, header);
    add_side(&csv, "a", "old", 1, 0, 8);
    add_side(&csv, "a", "new", 1.024, 0.03, 8);
    struct imported imported = imported_from(csv.bytes);
    struct comparison_set comparison_set = judge(&imported, &any_change);
    double p = comparison_set.comparisons[0].p;
    assert_int_equal(comparison_set.comparisons[0].outcome, OUTCOME_SLOWER);
    assert_in_range((uintmax_t)(p * 1000), 17, 49);
    imported_free(&imported);

    add_side(&csv, "b", "old", 1, 0, 8);
    add_side(&csv, "b", "new", 1, 0.02, 8);
    add_side(&csv, "c", "old", 1, 0, 8);
    add_side(&csv, "c", "new", 1.001, 0.02, 8);
    imported = imported_from(csv.bytes);
    comparison_set = judge(&imported, &any_change);
    const struct comparison *comparison = &comparison_set.comparisons[0];
    assert_int_equal(comparison_set.family, 3);
    assert_string_equal(comparison->benchmark, "a");
    assert_close(comparison->p, 3 * p, 1e-5);
    assert_int_equal(comparison->outcome, OUTCOME_INCONCLUSIVE);
    assert_close(comparison->confidence, 1 - 0.05 / 3, 1e-12);
    assert_true(comparison->ratio.low < 1); // as the verdict says
    imported_free(&imported);
}

static void noise_floor(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text csv = {0};
    text_add(&csv, header);
    const char *benchmarks[] = {"a", "b"};
    for (size_t i = 0; i < 2; i++) {
        add_side(&csv, benchmarks[i], "old", 1, 0, 8);
        add_side(&csv, benchmarks[i], "rebuilt", i ? 0.95 : 1.01, 0.001, 8);
        add_side(&csv, benchmarks[i], "new", 1.04, 0.001, 8);
    }
    struct imported imported = imported_from(csv.bytes);
    struct comparison_rules rules = {.floor_variant = "rebuilt"};
    struct comparison_set comparison_set = judge(&imported, &rules);
    assert_int_equal(comparison_set.comparison_count, 4);
    assert_close(comparison_set.floor, 0.05, 1e-12);
    assert_int_equal(comparison_set.family, 2);
    assert_int_equal(comparison_set.overall_count, 1);
    assert_string_equal(comparison_set.comparisons[0].benchmark, "a");
    assert_int_equal(comparison_set.comparisons[0].outcome, OUTCOME_SLOWER); // past its own floor
    assert_string_equal(comparison_set.comparisons[1].benchmark, "b");
    assert_int_equal(comparison_set.comparisons[1].outcome, OUTCOME_INCONCLUSIVE);
    assert_true(comparison_set.comparisons[1].ratio.low > 1);
    for (size_t i = 2; i < 4; i++) {
        assert_true(comparison_set.comparisons[i].is_floor &&
                    !comparison_set.comparisons[i].judged);
    }
    imported_free(&imported);
}

// A campaign of the store: costs of its blocks, a second metric, a pilot that does not count.
static void stored_campaign(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct spec *spec = stored_spec(&arena, 2, 2);
    const struct stored_truth truth = {{1e-3, 1.001e-3}, 1e-5, 1e-6, 1e-6, 0};
    struct store *store = store_temporary(&error);
    assert_done(store_spec(store, spec, &error), error);
    struct repetitions repetitions[] = {{6, 2, 3, 0, 1}, {6, 2, 3, 0, 1}};
    stored_phase(store, spec, PHASE_PILOT, repetitions, &truth);
    struct findings findings;
    assert_done(analysis_load(&arena, store, &findings, &error), error);
    struct estimates estimates = analysis_estimates(&findings);
    struct comparison_set comparison_set = compare_campaign(&arena, &estimates, &any_change);
    assert_int_equal(comparison_set.comparison_count, 2);
    assert_null(comparison_set.comparisons[0].old_estimate);
    assert_int_equal(comparison_set.family, 0);

    repetitions[0].first_block = repetitions[1].first_block = 7;
    stored_phase(store, spec, PHASE_REAL, repetitions, &truth);
    assert_done(analysis_load(&arena, store, &findings, &error), error);
    estimates = analysis_estimates(&findings);
    comparison_set = compare_campaign(&arena, &estimates, &any_change);
    assert_int_equal(comparison_set.comparison_count, 4);
    for (size_t i = 0; i < 4; i++) {
        const struct comparison *comparison = &comparison_set.comparisons[i];
        assert_string_equal(comparison->metric, i < 2 ? "wall_time" : "peak_memory");
        assert_int_equal(comparison->judged, i < 2);
        assert_int_equal(comparison->pairs, 6);
        assert_int_equal(comparison->outcome, OUTCOME_INCONCLUSIVE);
    }
    assert_true(text_starts(comparison_set.comparisons[0].benchmark, "sort n="));
    store_close(store);
    arena_release(&arena);
}

static void two_campaigns(void **state)
{
    (void)state;
    struct error error = {0};
    struct comparison_set comparison_set;
    struct imported old = imported_from("benchmark,n,k,variant,block,value,metric,unit\n"
                                        "a,1,x,O2,1,10,size,B\na,1,x,O2,1,1,time,s\n"
                                        "a,1,x,O2,2,1.01,time,s\na,1,x,O2,3,1.02,time,s\n"
                                        "a,2,x,O2,1,1,time,s\na,1,x,O3,1,1,time,s\n");
    struct imported new = imported_from("k,n,benchmark,variant,block,value,metric,unit\n"
                                        "x,1,a,clang,1,1,time,s\nx,1,a,O2,1,2,time,s\n"
                                        "x,1,a,O2,2,2.01,time,s\nx,1,a,O2,3,2.02,time,s\n"
                                        "y,2,a,O2,3,2.02,time,s\nx,1,a,O2,1,10,size,kB\n");
    assert_done(compare_imported(&old, &new, &any_change, &comparison_set, &error), error);
    assert_int_equal(comparison_set.comparison_count, 3);
    const struct comparison *comparison = &comparison_set.comparisons[0];
    struct ratio ratio = ratio_unpaired(&(struct value_with_error){1.01, 1e-4 / 3, 2},
                                        &(struct value_with_error){2.01, 1e-4 / 3, 2}, 0.95);
    assert_string_equal(comparison->benchmark, "a k=x, n=1");
    assert_string_equal(comparison->metric, "time");
    assert_true(comparison->judged && !comparison->paired && comparison->pairs == 0);
    assert_close(comparison->ratio.high, ratio.high, 1e-12);
    assert_int_equal(comparison->outcome, OUTCOME_SLOWER);
    assert_int_equal(comparison_set.family, 1);
    assert_null(comparison->only);
    assert_string_equal(comparison_set.comparisons[1].benchmark, "a n=2, k=x");
    assert_string_equal(comparison_set.comparisons[1].only, "only in 'old'");
    assert_string_equal(comparison_set.comparisons[2].benchmark, "a k=y, n=2");
    assert_string_equal(comparison_set.comparisons[2].only, "only in 'new'");
    assert_int_equal(comparison_set.unmatched.count, 4); // O3, clang, the units of size
    assert_string_equal(comparison_set.unmatched.items[0],
                        "variant 'O3' is only in 'old', so it is not compared");
    imported_free(&old);
    imported_free(&new);
}

static void campaigns_of_one_variant(void **state)
{
    (void)state;
    struct error error = {0};
    struct comparison_set comparison_set;
    struct imported old = imported_from("variant,block,value\nv1,1,1\nv1,2,2\n");
    struct imported new = imported_from("variant,block,value\nv2,1,1\nv2,2,2.5\nfloor,1,2\n");
    struct comparison_rules rules = {.floor_variant = "floor"};
    assert_done(compare_imported(&old, &new, &rules, &comparison_set, &error), error);
    assert_int_equal(comparison_set.comparison_count, 1);
    assert_string_equal(comparison_set.comparisons[0].old, "v1");
    assert_string_equal(comparison_set.comparisons[0].new, "v2");

    rules.floor_variant = NULL; // two variants, none of them is v1
    assert_false(compare_imported(&old, &new, &rules, &comparison_set, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "no variant in common"));
    imported_free(&new);
    new = imported_from("benchmark,variant,block,value\nother,v1,1,1\n");
    assert_false(compare_imported(&old, &new, &rules, &comparison_set, &error));
    assert_non_null(strstr(error.text, "no benchmark"));
    imported_free(&new);
    imported_free(&old);
}

int tests_of_compare(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_by_block),
        cmocka_unit_test(pairs_by_machine),
        cmocka_unit_test(independent_samples),
        cmocka_unit_test(verdicts_of_one),
        cmocka_unit_test(a_look_has_its_own_level),
        cmocka_unit_test(the_margin_is_one_percent_unless_given),
        cmocka_unit_test(wide_intervals_are_inconclusive),
        cmocka_unit_test(order_and_overall),
        cmocka_unit_test(verdicts_hold_together),
        cmocka_unit_test(noise_floor),
        cmocka_unit_test(stored_campaign),
        cmocka_unit_test(two_campaigns),
        cmocka_unit_test(campaigns_of_one_variant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
