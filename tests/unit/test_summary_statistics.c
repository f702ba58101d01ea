// Summaries of stored samples, and which direction is better: what is chosen, compared and judged.
#include "imported.h"

#include "analysis/claims/claims.h"
#include "analysis/compare/comparison.h"
#include "analysis/estimate/summary_statistics.h"
#include "model/better.h"
#include "model/verdict.h"
#include "report/paper/methods.h"
#include "report/wording/estimates.h"
#include "report/wording/notes.h"
#include "report/wording/ratios.h"
#include "store/facts.h"

#include <string.h>

// Two benchmarks of two variants of 12 blocks of 3 executions; `new` is `factor` times `old`.
static struct imported measured(double factor)
{
    TEXT_CLEANUP struct text csv = {0};
    text_printf(&csv, "benchmark,variant,block,execution,metric,unit,value\n");
    for (size_t i = 0; i < 2 * 2 * 12 * 3; i++) {
        size_t block = i / 3 % 12, execution = i % 3;
        double value = 100 + (double)block + (double)(execution * execution);
        text_printf(&csv, "%s,%s,%zu,%zu,rate,MB/s,%.17g\n", i < 72 ? "read" : "write",
                    i / 36 % 2 ? "new" : "old", block, execution,
                    i / 36 % 2 ? factor * value : value);
    }
    return imported_from(csv.bytes);
}

static void say(struct imported *imported, const char *key, const char *value)
{
    struct error error = {0};
    if (!store_set(imported->store, key, value, &error) ||
        !analysis_load(&imported->arena, imported->store, &imported->findings, &error))
        fail_msg("%s", error.text);
}

static void choose(struct imported *imported, const char *words)
{
    struct statistic summary;
    struct error error = {0};
    assert_null(statistic_read(&imported->arena, words, &summary));
    assert_true(analysis_summarise(&imported->arena, imported->store, &imported->findings, &summary,
                                   &error));
}

static void means_unless_asked(void **state)
{
    (void)state;
    struct imported imported = measured(0.5);
    const struct findings *findings = &imported.findings;
    assert_int_equal(findings->replicates, 0);
    for (size_t i = 0; i < findings->estimate_count; i++) {
        const struct estimate *estimate = &findings->estimates[i];
        assert_true(is_mean(estimate) && estimate->defined && estimate->group == 1);
        assert_true(estimate->value == estimate->components.mean);
        assert_true(estimate->range.low == estimate->interval.low);
        assert_string_equal(estimate->summary_name, "mean");
    }
    imported_free(&imported);
}

static void by_experiment_and_benchmark(void **state)
{
    (void)state;
    struct imported imported = measured(0.5);
    const struct findings *findings = &imported.findings;
    double mean_low = findings->variant_ratios[1].ratio.low;
    say(&imported, "summary", "median");
    say(&imported, "summary.write", "mean");
    assert_int_equal(findings->estimate_count, 4);
    assert_int_equal(findings->replicates, REPLICATES_MOST);
    const struct estimate *read = &findings->estimates[0], *write = &findings->estimates[2];
    assert_string_equal(read->summary_name, "median");
    assert_close(read->value, read->order.median, 1e-15);
    assert_true(read->range.low < read->value && read->value < read->range.high);
    assert_true(read->range.known && read->range.df == 0);
    assert_true(is_mean(write) && write->value == write->components.mean);
    assert_close(findings->variant_ratios[0].ratio.value, 0.5, 1e-15);
    assert_int_equal(findings->variant_ratios[0].ratio.bound, RATIO_BOUNDED);
    assert_int_equal(findings->variant_ratios[0].verdict, VERDICT_FASTER);
    assert_true(findings->variant_ratios[0].ratio.low != mean_low);
    assert_close(findings->variant_ratios[1].ratio.low, mean_low, 1e-15);
    imported_free(&imported);
}

static void the_same_numbers_again(void **state)
{
    (void)state;
    struct imported imported = measured(1.02);
    choose(&imported, "mode");
    struct interval range = imported.findings.estimates[1].range;
    struct ratio ratio = imported.findings.variant_ratios[1].ratio;
    choose(&imported, "mean");
    assert_true(is_mean(&imported.findings.estimates[1]));
    choose(&imported, "mode");
    assert_true(imported.findings.estimates[1].range.low == range.low);
    assert_true(imported.findings.estimates[1].range.high == range.high);
    assert_true(imported.findings.variant_ratios[1].ratio.high == ratio.high);
    imported_free(&imported);
}

// Blocks that drift by up to a third, and hardly differ otherwise; each side lacks some, or both
// lack the same.
static struct imported drifting(bool same)
{
    TEXT_CLEANUP struct text csv = {0};
    text_printf(&csv, "variant,block,execution,value\n");
    for (size_t i = 0; i < (size_t)2 * 24 * 3; i++) {
        size_t block = i / 3 % 24, execution = i % 3, new = i / 72;
        bool lacks[] = {block < 2, block % 8 == 3};
        double drift = 100 + (double)(block * 7 % 24) * 1.5, noise = (double)(i * 11 % 5) * 0.1;
        if (!lacks[new] && !(same && lacks[1 - new]))
            text_printf(&csv, "%s,%zu,%zu,%.17g\n", new ? "new" : "old", block, execution,
                        drift + noise);
    }
    return imported_from(csv.bytes);
}

static void shared_blocks_are_paired(void **state)
{
    (void)state;
    struct imported all = drifting(true), some = drifting(false);
    choose(&all, "median");
    choose(&some, "median");
    const struct variant_ratio *one = &all.findings.variant_ratios[0],
                               *other = &some.findings.variant_ratios[0];
    assert_int_equal(one->old->components.top_units, 19);
    assert_int_equal(other->old->components.top_units, 22);
    assert_int_equal(other->new->components.top_units, 21);
    assert_true(other->ratio.value == one->ratio.value);
    assert_true(other->new->value / other->old->value != one->ratio.value);
    assert_true(one->new->range.half_width / one->new->value > 0.05);
    assert_true(one->ratio.high - one->ratio.low < 0.01);
    assert_true(other->ratio.high - other->ratio.low < 0.01);
    imported_free(&all);
    imported_free(&some);
}

static void a_direction_turns_words(void **state)
{
    (void)state;
    struct imported imported = measured(0.5);
    const struct stored_metric *metric = &imported.findings.catalogue.metrics[0];
    assert_int_equal(metric->better, BETTER_UNKNOWN);
    assert_string_equal(verdict_word(metric, VERDICT_FASTER), "lower");
    assert_int_equal(verdict_tone(metric, VERDICT_FASTER), VERDICT_INCONCLUSIVE);
    say(&imported, "better.rate.MB/s", "more");
    metric = &imported.findings.catalogue.metrics[0];
    assert_int_equal(metric->better, BETTER_MORE);
    assert_string_equal(verdict_word(metric, VERDICT_FASTER), "worse");
    assert_string_equal(verdict_word(metric, VERDICT_SLOWER), "better");
    assert_int_equal(verdict_tone(metric, VERDICT_FASTER), VERDICT_SLOWER);
    say(&imported, "better.rate.MB/s", "less");
    metric = &imported.findings.catalogue.metrics[0];
    assert_string_equal(verdict_word(metric, VERDICT_FASTER), "better");
    assert_int_equal(verdict_tone(metric, VERDICT_INCONCLUSIVE), VERDICT_INCONCLUSIVE);
    imported_free(&imported);
}

static void the_slowest_follow_the_direction(void **state)
{
    (void)state;
    struct imported imported = measured(0.5);
    choose(&imported, "trimmed_mean");
    double without_largest = imported.findings.estimates[0].value;
    say(&imported, "better.rate.MB/s", "more");
    choose(&imported, "trimmed_mean");
    assert_true(imported.findings.estimates[0].value > without_largest);
    imported_free(&imported);
}

static struct comparison_set judge(struct imported *imported)
{
    static const struct comparison_rules rules = {.threshold = 0.02};
    struct estimates estimates = analysis_estimates(&imported->findings);
    return compare_campaign(&imported->arena, &estimates, &rules);
}

static void a_drop_is_a_regression(void **state)
{
    (void)state;
    struct imported imported = measured(0.5);
    struct comparison_set comparison_set = judge(&imported);
    assert_int_equal(comparison_set.comparisons[0].outcome, OUTCOME_FASTER);
    assert_int_equal(comparison_set.comparisons[0].wins, 12);
    say(&imported, "better.rate.MB/s", "more");
    comparison_set = judge(&imported);
    assert_int_equal(comparison_set.comparisons[0].outcome, OUTCOME_SLOWER);
    assert_int_equal(comparison_set.comparisons[0].wins, 0);
    assert_int_equal(comparison_set.comparisons[0].pairs, 12);
    assert_int_equal(comparison_set.overall_count, 1);
    imported_free(&imported);
    imported = measured(2);
    say(&imported, "better.rate.MB/s", "more");
    comparison_set = judge(&imported);
    assert_int_equal(comparison_set.comparisons[0].outcome, OUTCOME_FASTER);
    assert_int_equal(comparison_set.comparisons[0].wins, 12);
    imported_free(&imported);
}

// Of a rate a speedup is new over old.
static void a_speedup_follows_the_direction(void **state)
{
    (void)state;
    struct imported imported = measured(2);
    say(&imported, "claim.1", "speedup(new, old) > 1.9");
    assert_int_equal(imported.findings.claims[0].outcome, CLAIM_REFUTED);
    say(&imported, "better.rate.MB/s", "more");
    assert_int_equal(imported.findings.claims[0].outcome, CLAIM_SUPPORTED);
    imported_free(&imported);
}

static void the_methods_paragraph_says_so(void **state)
{
    (void)state;
    struct imported imported = measured(2);
    struct text_list citations = {0};
    struct error error = {0};
    const char *text = NULL;
    choose(&imported, "median");
    assert_true(methods_wording(&imported.arena, imported.store, &imported.findings, &text,
                                &citations, &error));
    assert_non_null(strstr(text, "hierarchical bootstrap (2000 replicates) ["));
    assert_non_null(strstr(citations.items[citations.count - 1], "Hesterberg"));
    imported_free(&imported);
}

static void what_has_no_such_summary(void **state)
{
    (void)state;
    struct imported imported =
        imported_from("variant,block,value\nold,1,0\nold,2,1\nnew,1,2\nnew,2,3\n");
    choose(&imported, "geometric_mean");
    const struct findings *findings = &imported.findings;
    assert_false(findings->estimates[0].defined || findings->estimates[0].range.known);
    assert_true(findings->estimates[1].defined && findings->estimates[1].range.known);
    assert_false(findings->variant_ratios[0].ratio.defined);
    assert_string_equal(value_wording(&imported.arena, findings, &findings->estimates[0]), "none");
    struct notes notes = {.arena = &imported.arena};
    cell_notes(&notes, findings, 0);
    assert_true(notes_have(&notes, NOTE_SUMMARY,
                           "no geometric mean of value for old: it needs values above 0"));
    imported_free(&imported);
}

int tests_of_summary_statistics(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_unless_asked),
        cmocka_unit_test(by_experiment_and_benchmark),
        cmocka_unit_test(the_same_numbers_again),
        cmocka_unit_test(shared_blocks_are_paired),
        cmocka_unit_test(a_direction_turns_words),
        cmocka_unit_test(the_slowest_follow_the_direction),
        cmocka_unit_test(a_drop_is_a_regression),
        cmocka_unit_test(a_speedup_follows_the_direction),
        cmocka_unit_test(the_methods_paragraph_says_so),
        cmocka_unit_test(what_has_no_such_summary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
