// Code and placement: the interval of a ratio of ratios, what a comparison's explanation has, and
// how it reads.
#include "golden.h"
#include "imported.h"
#include "judged.h"
#include "normal.h"
#include "shown.h"

#include "analysis/compare/comparison.h"
#include "analysis/compare/functions.h"
#include "report/compare/comparison_junit.h"
#include "report/layouts/explanation_wording.h"
#include "stats/interval.h"
#include "stats/ratio_test/double_ratio.h"

enum { BLOCKS = 12 };

static const size_t numbers[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

// ---- The interval

static void by_hand(void **state)
{
    (void)state;
    const double a_old[] = {9, 11, 10, 10}, a_new[] = {12, 12, 11, 13};
    const double b_old[] = {10, 10, 9, 11}, b_new[] = {10, 11, 10, 9};
    struct block_pairs one = {numbers, a_old, a_new, 4}, other = {numbers, b_old, b_new, 4};
    struct double_ratio both = double_ratio_of(&one, &other, log(1.2), log(1.0));
    double u[4], squares = 0;
    for (size_t i = 0; i < 4; i++) {
        u[i] = a_new[i] / 12 - a_old[i] / 10 - (b_new[i] / 10 - b_old[i] / 10);
        squares += u[i] * u[i];
    }
    double half = student_t(0.95, 3) * sqrt(squares / 3 / 4);
    struct ratio ratio = double_ratio_ratio(&both, 0.95);
    assert_close(ratio.value, 1.2, 1e-12);
    assert_close(ratio.low, 1.2 * exp(-half), 1e-12);
    assert_close(ratio.high, 1.2 * exp(half), 1e-12);
}

// What blocks of the same ratio differ by is rounding; a block that differs counts after one that
// does not.
static void blocks_of_the_same_ratio(void **state)
{
    (void)state;
    const double old[] = {0.1, 0.2, 0.7, 0.3}, new[] = {0.3, 0.6, 2.1, 0.9};
    const double tens[] = {10, 10, 10}, others[] = {10, 11, 9};
    bool rounded = false;
    for (size_t i = 0; i < 4; i++)
        rounded |= new[i] / ((0.3 + 0.6 + 2.1 + 0.9) / 4) != old[i] / ((0.1 + 0.2 + 0.7 + 0.3) / 4);
    struct block_pairs same = {numbers, old, new, 4}, none = {numbers, tens, tens, 3},
                       some = {numbers, tens, others, 3};
    assert_true(rounded && double_ratio_of(&same, &none, 0, 0).parts == 0);
    assert_close(double_ratio_of(&some, &none, 0, 0).parts, 0.02, 1e-12);
    assert_close(double_ratio_of(&none, &some, 0, 0).parts, 0.02, 1e-12);
}

// A block that only one ratio has counts for none.
static void over_shared_blocks(void **state)
{
    (void)state;
    const double old[] = {9, 11, 10, 10}, new[] = {12, 12, 11, 13};
    static const size_t others[] = {1, 2, 4, 9};
    struct block_pairs one = {numbers, old, new, 4}, other = {others, old, new, 4};
    assert_int_equal(double_ratio_of(&one, &other, 0, 0).blocks, 3);
    struct block_pairs none = {numbers, old, new, 1};
    struct double_ratio few = double_ratio_of(&one, &none, 0, 0);
    assert_int_equal(double_ratio_ratio(&few, 0.95).bound, RATIO_NONE);
}

struct drawn {
    double a_old[BLOCKS], a_new[BLOCKS], b_old[BLOCKS], b_new[BLOCKS];
};

// Blocks that are slow for all, layouts that are slow for both sides, and noise.
static struct drawn draw(struct stream *stream, double placement)
{
    struct drawn drawn;
    for (size_t i = 0; i < BLOCKS; i++) {
        double block = exp(0.05 * normal(stream)), layout = exp(0.03 * normal(stream));
        drawn.a_old[i] = block * exp(0.01 * normal(stream));
        drawn.a_new[i] = block * placement * exp(0.01 * normal(stream));
        drawn.b_old[i] = block * layout * exp(0.01 * normal(stream));
        drawn.b_new[i] = block * layout * exp(0.02 * normal(stream));
    }
    return drawn;
}

static double mean_of(const double *values)
{
    double sum = 0;
    for (size_t i = 0; i < BLOCKS; i++)
        sum += values[i];
    return sum / BLOCKS;
}

// Of 4000 intervals at 95 %, the standard error of the share that covers the truth is 0.35 %.
static void intervals_cover(void **state)
{
    (void)state;
    enum { TRIALS = 4000 };
    const double truth = 1.04;
    size_t covered = 0;
    struct stream stream = stream_from(18);
    for (size_t i = 0; i < TRIALS; i++) {
        struct drawn drawn = draw(&stream, truth);
        struct block_pairs one = {numbers, drawn.a_old, drawn.a_new, BLOCKS},
                           other = {numbers, drawn.b_old, drawn.b_new, BLOCKS};
        double log_one = log(mean_of(drawn.a_new) / mean_of(drawn.a_old)),
               log_other = log(mean_of(drawn.b_new) / mean_of(drawn.b_old));
        struct double_ratio both = double_ratio_of(&one, &other, log_one, log_other);
        struct ratio ratio = double_ratio_ratio(&both, 0.95);
        // the mean of two lognormal sides: of spreads 0.01 and 0.02
        double expected = truth / exp((0.02 * 0.02 - 0.01 * 0.01) / 2);
        covered += ratio.low <= expected && expected <= ratio.high;
    }
    double share = (double)covered / TRIALS;
    if (share < 0.935 || share > 0.965)
        fail_msg("%.4f of the intervals cover the truth", share);
}

// ---- The explanation of a comparison

static void add_side(struct text *csv, const char *variant, double mean, double scatter)
{
    static const double pattern[] = {1, -1, 0.5, -0.5};
    for (size_t i = 0; i < 8; i++)
        text_printf(csv, "b,%s,%zu,1,%.17g\n", variant, i + 1,
                    mean * (1 + scatter * pattern[i % 4]));
}

static struct function_difference some_functions(struct arena *arena, bool one_differs)
{
    struct function_difference difference = {.same = 3};
    static const struct changed_function all[] = {
        {FUNCTION_DIFFERS, "", "sort", "sort", 100, 120, NULL, NULL},
        {FUNCTION_ADDED, "", "unused", "unused", 0, 40, NULL, NULL},
        {FUNCTION_RENAMED, "", "step", "stride", 20, 20, NULL, NULL},
        {FUNCTION_MOVED, "", "main", "main", 60, 60, NULL, NULL},
    };
    difference.items = arena_new_array(arena, struct changed_function, 4);
    for (size_t i = one_differs ? 0 : 1; i < 4; i++) {
        difference.items[difference.count++] = all[i];
        difference.of[all[i].change]++;
    }
    return difference;
}

static void variants_as_built_explain(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text csv = {0};
    text_add(&csv, "benchmark,variant,block,execution,value\n");
    add_side(&csv, "old", 1, 0.002);
    add_side(&csv, "new", 1.001, 0.003);
    add_side(&csv, "old natural", 1.02, 0.001);
    add_side(&csv, "new natural", 1.06, 0.002);
    struct imported imported = imported_from(csv.bytes);
    static const size_t laid_out[] = {SIZE_MAX, SIZE_MAX, 0, 1};
    assert_string_equal(imported.findings.catalogue.variants[1], "new");
    struct function_difference same = some_functions(&imported.arena, 0);
    const struct function_difference *functions[] = {NULL, &same, NULL, NULL};
    struct estimates estimates = analysis_estimates(&imported.findings);
    estimates.laid_out = laid_out;
    estimates.functions = functions;
    struct comparison_rules rules = {.threshold = 0.005, .equivalence = 0.01};
    struct comparison_set set = compare_campaign(&imported.arena, &estimates, &rules);
    assert_int_equal(set.comparison_count, 1); // natural builds are no sides
    assert_int_equal(set.family, 1);
    const struct comparison *comparison = &set.comparisons[0];
    const struct explanation *explanation = comparison->explanation;
    assert_int_equal(comparison->outcome, OUTCOME_EQUIVALENT);
    assert_true(explanation && explanation->measured);
    assert_ptr_equal(explanation->functions, &same);
    assert_close(explanation->as_built.ratio.value, 1.06 / 1.02, 1e-12);
    assert_close(log(explanation->as_built.ratio.value),
                 log(comparison->ratio.value) + log(explanation->rest.ratio.value), 1e-12);
    assert_int_equal(explanation->as_built.outcome, OUTCOME_SLOWER);
    assert_int_equal(explanation->rest.outcome, OUTCOME_SLOWER);
    assert_true(explanation->rest.ratio.low > 1.03 && explanation->rest.ratio.high < 1.05);
    estimates.functions = NULL; // then the natural builds alone explain
    set = compare_campaign(&imported.arena, &estimates, &rules);
    assert_true(set.comparisons[0].explanation && !set.comparisons[0].explanation->functions);
    imported_free(&imported);
}

// ---- Words

static void functions_are_facts(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct function_difference before = some_functions(&arena, 1);
    const char *text = functions_text(&arena, &before);
    struct function_difference *after = functions_of_text(&arena, text);
    assert_non_null(after);
    assert_int_equal(after->count, before.count);
    assert_int_equal(after->same, 3);
    assert_string_equal(functions_text(&arena, after), text);
    before.elsewhere = "lib/libown.so";
    after = functions_of_text(&arena, functions_text(&arena, &before));
    assert_string_equal(after->elsewhere, "lib/libown.so");
    assert_null(functions_of_text(&arena, "unknown"));
    assert_null(functions_of_text(&arena, "3\nbent\t\ta\tb\t1\t2\n"));
    arena_release(&arena);
}

static void functions_are_named_as_in_the_source(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct function_difference before = some_functions(&arena, 1);
    before.items[0].title = before.items[0].new_title = "sort(int*)";
    before.items[2].new_title =
        "<core::iter::adapters::map::Map<core::slice::iter::Iter<u32>, parse::step> as core::iter>";
    const struct function_difference *after =
        functions_of_text(&arena, functions_text(&arena, &before));
    assert_string_equal(after->items[0].name, "sort");
    assert_string_equal(
        functions_wording(&arena, after, true),
        "1 function differs (sort(int*)), 1 added (unused), 1 renamed (step to "
        "<core::iter::adapters::map::Map<core::slice::iter::Iter<u32>, parse::step> as co…), 1 "
        "moved only");
    before.items[2].title = before.items[2].new_title; // titles leave out what tells symbols apart
    assert_non_null(strstr(functions_wording(&arena, &before, true), "1 renamed (step to stride)"));
    arena_release(&arena);
}

static void functions_are_counted(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct function_difference some = some_functions(&arena, 1), same = some_functions(&arena, 0);
    assert_string_equal(
        functions_wording(&arena, &some, true),
        "1 function differs (sort), 1 added (unused), 1 renamed (step to stride), 1 "
        "moved only");
    assert_string_equal(functions_wording(&arena, &same, true),
                        "no function's machine code differs: any difference is placement; "
                        "1 added (unused), 1 renamed (step to stride), 1 moved only");
    assert_string_equal(functions_wording(&arena, &same, false),
                        "no function's machine code differs; "
                        "1 added (unused), 1 renamed (step to stride), 1 moved only");
    same.elsewhere = "libown.so";
    assert_false(functions_are_same(&same));
    assert_string_equal(functions_wording(&arena, &same, true),
                        "'libown.so' has other code or data; 1 added (unused), 1 renamed (step to "
                        "stride), 1 moved only");
    struct function_difference many = {.count = 8, .of = {[FUNCTION_DIFFERS] = 8}};
    many.items = arena_new_array(&arena, struct changed_function, 8);
    for (size_t i = 0; i < 8; i++)
        many.items[i] = (struct changed_function){
            .name = arena_printf(&arena, "f%zu", i), .new_name = "", .old_size = 1};
    assert_string_equal(functions_wording(&arena, &many, true),
                        "8 functions differ (f0, f1, f2, f3, f4 and 3 more)");
    arena_release(&arena);
}

static struct judged explained(void)
{
    struct judged judged = judged_new();
    struct comparison *sort =
        judged_add(&judged, "sort", 1e-3, 1.003e-3, 0.005, OUTCOME_INCONCLUSIVE);
    struct explanation *explanation = arena_new(&judged.arena, struct explanation);
    struct function_difference *same = arena_new(&judged.arena, struct function_difference);
    *same = some_functions(&judged.arena, 0);
    *explanation = (struct explanation){.functions = same,
                                        .measured = true,
                                        .as_built = {judged_ratio(1.041, 0.003), OUTCOME_SLOWER},
                                        .rest = {judged_ratio(1.038, 0.006), OUTCOME_SLOWER}};
    sort->explanation = explanation;
    struct comparison *hash = judged_add(&judged, "hash", 1e-3, 1.05e-3, 0.005, OUTCOME_SLOWER);
    struct explanation *other = arena_new(&judged.arena, struct explanation);
    struct function_difference *some = arena_new(&judged.arena, struct function_difference);
    *some = some_functions(&judged.arena, 1);
    *other = (struct explanation){.functions = some};
    hash->explanation = other;
    return judged;
}

static void explanations_read_well(void **state)
{
    (void)state;
    struct judged judged = explained();
    char *bytes = NULL;
    size_t size = 0;
    struct error error;
    FILE *out = open_memstream(&bytes, &size);
    comparison_text(&judged.comparison_set, &judged.frame, out, 80, false);
    fputs("\n", out);
    comparison_markdown(&judged.comparison_set, &judged.frame, out);
    fputs("\n", out);
    comparison_junit(&judged.comparison_set, &judged.frame, out);
    fclose(out);
    assert_golden("comparison-explained.txt", bytes);
    out = open_memstream(&bytes, &size);
    assert_true(comparison_json(&judged.comparison_set, &judged.frame, out, &error));
    fclose(out);
    assert_golden("comparison-explained.json", bytes);
    arena_release(&judged.arena);
}

// Benchmarks of one program: its functions stand under the first alone.
static void functions_stand_once(void **state)
{
    (void)state;
    struct judged judged = judged_new();
    struct function_difference *same = arena_new(&judged.arena, struct function_difference);
    struct explanation *explanation = arena_new(&judged.arena, struct explanation);
    *explanation = (struct explanation){.functions = same};
    judged_add(&judged, "sort", 1, 1.5, 0.1, OUTCOME_SLOWER)->explanation = explanation;
    judged_add(&judged, "hash", 1, 1.4, 0.1, OUTCOME_SLOWER)->explanation = explanation;
    const struct comparison *both = judged.comparison_set.comparisons;
    assert_int_equal(explanation_lines(&judged.arena, &judged.comparison_set, &both[0]).count, 1);
    assert_int_equal(explanation_lines(&judged.arena, &judged.comparison_set, &both[1]).count, 0);
    assert_int_equal(explanation_lines(&judged.arena, NULL, &both[1]).count, 1);
    judged_free(&judged);
}

int tests_of_explanation(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_stand_once),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(blocks_of_the_same_ratio),
        cmocka_unit_test(over_shared_blocks),
        cmocka_unit_test(intervals_cover),
        cmocka_unit_test(variants_as_built_explain),
        cmocka_unit_test(functions_are_facts),
        cmocka_unit_test(functions_are_named_as_in_the_source),
        cmocka_unit_test(functions_are_counted),
        cmocka_unit_test(explanations_read_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
