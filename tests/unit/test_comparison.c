// Comparisons as people read them: whole pages of comparisons made by hand.
#include "golden.h"
#include "judged.h"
#include "shown.h"

#include "model/better.h"
#include "report/compare/comparison.h"
#include "report/wording/lines.h"

static char *as_text(struct judged *judged, size_t columns, bool colour)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    comparison_text(&judged->comparison_set, &judged->frame, out, columns, colour);
    fclose(out);
    return bytes;
}

static char *as_markdown(struct judged *judged)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    comparison_markdown(&judged->comparison_set, &judged->frame, out);
    fclose(out);
    return bytes;
}

// Every way in which a ratio is not known, and sizes far apart.
static struct judged odd_ratios(void)
{
    struct judged judged = judged_new();
    struct comparison *up = judged_add(&judged, "up", 1, 1.5, 0, OUTCOME_SLOWER);
    up->ratio.bound = RATIO_NO_UPPER;
    up->ratio.low = 1.1;
    judged_add(&judged, "big", 1, 150, 3, OUTCOME_SLOWER);
    judged_add(&judged, "tiny", 1, 1.000004, 0.00001, OUTCOME_EQUIVALENT);
    judged_add(&judged, "none", 1, 1.5, 0, 0)->ratio.bound = RATIO_NONE;
    judged_add(&judged, "any", 1, 1.5, 0, 0)->ratio.bound = RATIO_UNDETERMINED;
    struct comparison *down = judged_add(&judged, "down", 1, 0.4, 0, OUTCOME_FASTER);
    down->ratio.bound = RATIO_NO_LOWER;
    down->ratio.high = 0.8;
    up = judged_add(&judged, "maybe up", 1, 1.5, 0, 0);
    up->ratio.bound = RATIO_NO_UPPER;
    up->ratio.low = 0.9;
    judged_add(&judged, "wide", 1, 1.04, 0.1, 0);
    judged_add(&judged, "negative", -1, 1, 0, 0)->ratio = (struct ratio){0};
    judged_add(&judged, "lost", 0, 0, 0, 0)->metric = "";
    judged.comparison_set.rules = (struct comparison_rules){.equivalence = 0.01};
    judged.frame = (struct comparison_frame){.title = "A against B", .quick = true};
    return judged;
}

// A metric that is no time, sides that are not paired, names that mean something elsewhere.
static struct judged odd_names(void)
{
    struct judged judged = judged_new();
    struct comparison_set *comparison_set = &judged.comparison_set;
    judged_add(&judged, "a|b <c> & \"d\" \033[2J", 1000, 1100, 0.01, OUTCOME_SLOWER);
    judged_add(&judged, "a benchmark of a very long name n=1000", 1000, 900, 0.01, OUTCOME_FASTER);
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        comparison_set->comparisons[i].metric = "cache_misses";
        comparison_set->comparisons[i].unit = "events";
        comparison_set->comparisons[i].better = BETTER_UNKNOWN;
        comparison_set->comparisons[i].new = "topic/of-a-long-name";
        comparison_set->comparisons[i].paired = false;
        comparison_set->comparisons[i].pairs = 0;
    }
    judged_add_other(&judged, "b", "a_metric_of_a_very_long_name_indeed", "", 1, 2)->new =
        "topic/of-a-long-name";
    judged.frame.title = "main against topic/of-a-long-name";
    return judged;
}

static void a_page(void **state)
{
    (void)state;
    struct judged judged = judged_several();
    assert_golden("comparison-wide.txt", as_text(&judged, 80, false));
    judged_free(&judged);
}

// At the second of four looks; the pilot chose the equivalence.
static void a_look(void **state)
{
    (void)state;
    struct judged judged = judged_several();
    static const size_t blocks[] = {20, 30, 45, 67};
    struct look items[] = {
        {0.07, &blocks[0]}, {0.16, &blocks[1]}, {0.36, &blocks[2]}, {0.8, &blocks[3]}};
    struct looks looks = {items, 4, 2};
    judged.comparison_set.looks = &looks;
    judged.comparison_set.rules = (struct comparison_rules){.equivalence = 0.05};
    assert_golden("comparison-look.txt", as_text(&judged, 80, false));
    assert_golden("comparison-look.md", as_markdown(&judged));
    judged_free(&judged);
}

static void a_narrow_page(void **state)
{
    (void)state;
    struct judged judged = judged_several();
    assert_golden("comparison-narrow.txt", as_text(&judged, 60, true));
    judged_free(&judged);
}

static void the_narrowest_page(void **state)
{
    (void)state;
    struct judged judged = judged_several();
    assert_golden("comparison-narrowest.txt", as_text(&judged, 1, false));
    judged_free(&judged);
}

static void several_sides(void **state)
{
    (void)state;
    struct judged judged = judged_sides();
    assert_golden("comparison-several-sides.txt", as_text(&judged, 80, false));
    judged_free(&judged);
}

// Benchmarks and sides that differ at their ends stay apart; samples per second are no wall time.
static struct judged long_names_and_rates(void)
{
    struct judged judged = judged_new();
    struct comparison_set *comparison_set = &judged.comparison_set;
    judged_add(&judged, "parse/documents/large-with-attributes/alpha", 1e6, 2e6, 0.01,
               OUTCOME_FASTER);
    judged_add(&judged, "parse/documents/large-with-attributes/beta", 1e6, 2e6, 0.01,
               OUTCOME_FASTER);
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        struct comparison *comparison = &comparison_set->comparisons[i];
        comparison->unit = "1/s";
        comparison->better = BETTER_MORE;
        comparison->old = "release-2026.1.11";
        comparison->new = "release-2026.1.12";
    }
    return judged;
}

static void names_keep_what_tells_them_apart(void **state)
{
    (void)state;
    for (size_t columns = 60; columns <= 100; columns += 40) {
        struct judged judged = long_names_and_rates();
        assert_golden(columns == 60 ? "comparison-long-names-narrow.txt"
                                    : "comparison-long-names.txt",
                      as_text(&judged, columns, false));
        judged_free(&judged);
    }
}

static void ratios_that_are_not_known(void **state)
{
    (void)state;
    struct judged judged = odd_ratios();
    assert_golden("comparison-unknown-ratios.txt", as_text(&judged, 80, false));
    judged_free(&judged);
}

static void no_time_and_odd_names(void **state)
{
    (void)state;
    struct judged judged = odd_names();
    assert_golden("comparison-odd-names.txt", as_text(&judged, 80, true));
    judged_free(&judged);
}

static void markdown(void **state)
{
    (void)state;
    struct judged judged = judged_several();
    assert_golden("comparison.md", as_markdown(&judged));
    judged_free(&judged);
}

static void markdown_of_sides(void **state)
{
    (void)state;
    struct judged judged = judged_sides();
    assert_golden("comparison-sides.md", as_markdown(&judged));
    judged_free(&judged);
}

static void markdown_of_odd_names(void **state)
{
    (void)state;
    struct judged judged = odd_names();
    assert_golden("comparison-odd-names.md", as_markdown(&judged));
    judged_free(&judged);
}

static void long_lists_are_cut(void **state)
{
    (void)state;
    struct judged judged = judged_new();
    for (size_t i = 0; i < 43; i++)
        judged_add(&judged, "sort", 1, i < 41 ? 1.1 : 1, 0.01,
                   i < 41 ? OUTCOME_SLOWER : OUTCOME_EQUIVALENT);
    char *text = as_text(&judged, 80, false);
    assert_non_null(strstr(text, "\n  … and 3 more: 1 slower, 2 equal within ±2 %\n"));
    free(text);
    judged_free(&judged);
}

static void lines_keep_their_width(void **state)
{
    (void)state;
    struct judged (*const cases[])(void) = {judged_several, judged_sides, odd_ratios, odd_names};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t columns = 40; columns < 120; columns++) {
            struct judged judged = cases[i]();
            char *text = as_text(&judged, columns, false);
            for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
                if (columns_of(line) > columns)
                    fail_msg("wider than %zu columns: %s", columns, line);
            free(text);
            judged_free(&judged);
        }
}

int tests_of_comparison(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page),
        cmocka_unit_test(a_look),
        cmocka_unit_test(a_narrow_page),
        cmocka_unit_test(the_narrowest_page),
        cmocka_unit_test(several_sides),
        cmocka_unit_test(names_keep_what_tells_them_apart),
        cmocka_unit_test(ratios_that_are_not_known),
        cmocka_unit_test(no_time_and_odd_names),
        cmocka_unit_test(markdown),
        cmocka_unit_test(markdown_of_sides),
        cmocka_unit_test(markdown_of_odd_names),
        cmocka_unit_test(long_lists_are_cut),
        cmocka_unit_test(lines_keep_their_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
