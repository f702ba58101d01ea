// Comparisons as people read them: whole pages of judgements made by hand.
#include "judged.h"
#include "model/better.h"
#include "report/compare/comparison_text.h"
#include "report/compare/comparison_markdown.h"
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
    up = judged_add(&judged, "maybe up", 1, 1.5, 0, 0);
    up->ratio.bound = RATIO_NO_UPPER;
    up->ratio.low = 0.9;
    up->more_blocks = 7;
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
    static const char expected[] =
        "main (1a2b3c4) against WORKTREE\n"
        "\n"
        "          benchmark      time     95 % interval   main → WORKTREE  layouts won\n"
        "  SLOWER  sort n=1000  +3.1 %  [+2.2 %, +4.0 %]  12.34 → 12.72 ms      2 of 30\n"
        "  faster  hash         -4.0 %  [-4.9 %, -3.1 %]  1.000 → 0.960 ms     30 of 30\n"
        "  unsure  parse        +1.0 %  [-1.0 %, +3.0 %]  5.000 → 5.050 µs     17 of 30\n"
        "          to decide: about 14 more builds, 6 min\n"
        "  overall: +0.2 % time [-0.7 %, +1.1 %], geometric mean of 3 benchmarks\n"
        "  noise floor: main rebuilt differs from itself by up to 0.40 %\n"
        "\n"
        "not judged\n"
        "  metric        benchmark    change     95 % interval    main → WORKTREE\n"
        "  instructions  sort n=1000  +0.0 %  [-0.5 %, +0.5 %]  1000000 → 1000100\n"
        "  cpu_time      hash         -4.0 %  [-4.5 %, -3.5 %]   1.000 → 0.960 ms\n"
        "\n"
        "- the harness differs between the <sides>\n"
        "\n"
        "95 % intervals, paired over blocks; Holm over 3 verdicts; threshold ±2 %;\n"
        "change: time ratio new / old - 1 (below 0: faster)\n"
        "seed 42 · /c/1\n";
    assert_printed(as_text(&judged, 80, false), expected);
    judged_free(&judged);
}

static void a_narrow_page(void **state)
{
    (void)state;
    struct judged judged = judged_several();
    static const char expected[] =
        "main (1a2b3c4) against WORKTREE\n"
        "\n"
        "          benchmark      time     95 % interval\n"
        "  \033[31mSLOWER\033[0m  sort n=1000  +3.1 %  [+2.2 %, +4.0 %]\n"
        "  \033[32mfaster\033[0m  hash         -4.0 %  [-4.9 %, -3.1 %]\n"
        "  unsure  parse        +1.0 %  [-1.0 %, +3.0 %]\n"
        "          to decide: about 14 more builds, 6 min\n"
        "  overall: +0.2 % time [-0.7 %, +1.1 %], geometric mean of 3\n"
        "  benchmarks\n"
        "  noise floor: main rebuilt differs from itself by up to\n"
        "  0.40 %\n"
        "\n"
        "not judged\n"
        "  metric        benchmark    change     95 % interval\n"
        "  instructions  sort n=1000  +0.0 %  [-0.5 %, +0.5 %]\n"
        "  cpu_time      hash         -4.0 %  [-4.5 %, -3.5 %]\n"
        "\n"
        "- the harness differs between the <sides>\n"
        "\n"
        "95 % intervals, paired over blocks; Holm over 3 verdicts;\n"
        "threshold ±2 %; change: time ratio new / old - 1 (below 0:\n"
        "faster)\n"
        "seed 42 · /c/1\n";
    assert_printed(as_text(&judged, 60, true), expected);
    judged_free(&judged);
}

static void the_narrowest_page(void **state)
{
    (void)state;
    struct judged judged = judged_several();
    static const char expected[] = "main (1a2b3c4) against WORKTREE\n"
                                   "\n"
                                   "          benchmark      time\n"
                                   "  SLOWER  sort n=1000  +3.1 %\n"
                                   "  faster  hash         -4.0 %\n"
                                   "  unsure  parse        +1.0 %\n"
                                   "          to decide: about 14 more\n"
                                   "          builds, 6 min\n"
                                   "  overall: +0.2 % time [-0.7 %, +1.1 %],\n"
                                   "  geometric mean of 3 benchmarks\n"
                                   "  noise floor: main rebuilt differs from\n"
                                   "  itself by up to 0.40 %\n"
                                   "\n"
                                   "not judged\n"
                                   "  metric        benchmark    change\n"
                                   "  instructions  sort n=1000  +0.0 %\n"
                                   "  cpu_time      hash         -4.0 %\n"
                                   "\n"
                                   "- the harness differs between the\n"
                                   "  <sides>\n"
                                   "\n"
                                   "95 % intervals, paired over blocks; Holm\n"
                                   "over 3 verdicts; threshold ±2 %; change:\n"
                                   "time ratio new / old - 1 (below 0:\n"
                                   "faster)\n"
                                   "seed 42 · /c/1\n";
    assert_printed(as_text(&judged, 1, false), expected);
    judged_free(&judged);
}

static void several_sides(void **state)
{
    (void)state;
    struct judged judged = judged_sides();
    static const char expected[] =
        "Comparison\n"
        "\n"
        "main → v2\n"
        "          benchmark     time      95 % interval        main → v2  layouts won\n"
        "  SLOWER  sort       +10.0 %  [+9.0 %, +11.0 %]  2.000 → 2.200 s      2 of 30\n"
        "  equal   hash        +0.1 %   [-0.9 %, +1.1 %]  1.000 → 1.001 s     17 of 30\n"
        "\n"
        "main → v3\n"
        "           benchmark    time     95 % interval        main → v3  layouts won\n"
        "  equal    sort       +0.1 %  [-0.9 %, +1.1 %]  2.000 → 2.002 s     17 of 30\n"
        "  missing  hash       no result of v3\n"
        "\n"
        "95 % intervals, paired over blocks; Holm over 4 verdicts; threshold ±2 %;\n"
        "change: time ratio new / old - 1 (below 0: faster)\n"
        "seed 42 · /c/1\n";
    assert_printed(as_text(&judged, 80, false), expected);
    judged_free(&judged);
}

static void ratios_that_are_not_known(void **state)
{
    (void)state;
    struct judged judged = odd_ratios();
    static const char expected[] =
        "A against B\n"
        "\n"
        "           benchmark      time         95 % interval  main → WORKTREE\n"
        "  SLOWER   up          +50.0 %      at least +10.0 %  1.000 → 1.500 s\n"
        "           no upper bound: more builds\n"
        "  SLOWER   big          ×150.0      [×147.0, ×153.0]    1.0 → 150.0 s\n"
        "  equal    tiny       +0.000 %  [-0.001 %, +0.001 %]  1.000 → 1.000 s\n"
        "  unsure   none        +50.0 %           no interval  1.000 → 1.500 s\n"
        "           no interval: more builds\n"
        "  unsure   any         +50.0 %          undetermined  1.000 → 1.500 s\n"
        "           undetermined: more builds\n"
        "  unsure   maybe up    +50.0 %      at least -10.0 %  1.000 → 1.500 s\n"
        "           no upper bound: about 7 more builds\n"
        "  unsure   wide         +4.0 %     [-6.0 %, +14.0 %]  1.000 → 1.040 s\n"
        "           no sensible number of builds would decide\n"
        "  unsure   negative   no ratio, since a mean is not above 0\n"
        "  missing  lost       no result of main and WORKTREE\n"
        "\n"
        "- QUICK RUN: few repetitions, for a first look; not a result to publish\n"
        "\n"
        "95 % intervals, paired over blocks; any change counts; equal within ±1 %;\n"
        "change: time ratio new / old - 1 (below 0: faster)\n";
    assert_printed(as_text(&judged, 80, false), expected);
    judged_free(&judged);
}

static void no_time_and_odd_names(void **state)
{
    (void)state;
    struct judged judged = odd_names();
    static const char expected[] =
        "main against topic/of-a-long-name\n"
        "\n"
        "          benchmark                              cache_misses      95 % interval\n"
        "  \033[31mHIGHER\033[0m  a|b <c> & \"d\" ?[2J                          +10.0 %  [+9.0 %, "
        "+11.0 %]\n"
        "  \033[32mlower\033[0m   a benchmark of a v…y long name n=1000       -10.0 %  [-11.0 %, "
        "-9.0 %]\n"
        "\n"
        "not judged\n"
        "  metric            benchmark    change        95 % interval  main → topic…name\n"
        "  a_metric…_indeed  b          +100.0 %  [+99.5 %, +100.5 %]      1.000 → 2.000\n"
        "\n"
        "95 % intervals, sides not paired; threshold ±2 %; change: cache_misses ratio new\n"
        "/ old - 1\n"
        "seed 42 · /c/1\n";
    assert_printed(as_text(&judged, 80, true), expected);
    judged_free(&judged);
}

static void markdown(void **state)
{
    (void)state;
    struct judged judged = judged_several();
    static const char expected[] =
        "### main (1a2b3c4) against WORKTREE\n"
        "\n"
        "| verdict | benchmark | change | 95 % interval | main → WORKTREE | layouts won |\n"
        "| --- | --- | ---: | ---: | ---: | ---: |\n"
        "| **slower** | sort n=1000 | +3.1 % time | \\[+2.2 %, +4.0 %\\] | 12.34 → 12.72 ms | 2 of "
        "30 |\n"
        "| **faster** | hash | -4.0 % time | \\[-4.9 %, -3.1 %\\] | 1.000 → 0.960 ms | 30 of 30 |\n"
        "| unsure<br>to decide: about 14 more builds, 6 min | parse | +1.0 % time | \\[-1.0 %, "
        "+3.0 %\\] | 5.000 → 5.050 µs | 17 of 30 |\n"
        "\n"
        "overall: +0.2 % time \\[-0.7 %, +1.1 %\\], geometric mean of 3 benchmarks\n"
        "\n"
        "noise floor: main rebuilt differs from itself by up to 0.40 %\n"
        "\n"
        "Not judged:\n"
        "\n"
        "| metric | benchmark | change | 95 % interval | main → WORKTREE |\n"
        "| --- | --- | ---: | ---: | ---: |\n"
        "| instructions | sort n=1000 | +0.0 % | \\[-0.5 %, +0.5 %\\] | 1000000 → 1000100 |\n"
        "| cpu\\_time | hash | -4.0 % | \\[-4.5 %, -3.5 %\\] | 1.000 → 0.960 ms |\n"
        "\n"
        "<details><summary>Method and notes</summary>\n"
        "\n"
        "- the harness differs between the \\<sides\\>\n"
        "- 95 % intervals, paired over blocks; Holm over 3 verdicts; threshold ±2 %; change: time "
        "ratio new / old - 1 (below 0: faster)\n"
        "- seed 42 · /c/1\n"
        "\n"
        "</details>\n";
    assert_printed(as_markdown(&judged), expected);
    judged_free(&judged);
}

static void markdown_of_sides(void **state)
{
    (void)state;
    struct judged judged = judged_sides();
    static const char expected[] =
        "### Comparison\n"
        "\n"
        "| verdict | benchmark | change | 95 % interval | main → v2 | layouts won |\n"
        "| --- | --- | ---: | ---: | ---: | ---: |\n"
        "| **slower** | sort | +10.0 % time | \\[+9.0 %, +11.0 %\\] | 2.000 → 2.200 s | 2 of 30 |\n"
        "| equal | hash | +0.1 % time | \\[-0.9 %, +1.1 %\\] | 1.000 → 1.001 s | 17 of 30 |\n"
        "\n"
        "| verdict | benchmark | change | 95 % interval | main → v3 | layouts won |\n"
        "| --- | --- | ---: | ---: | ---: | ---: |\n"
        "| equal | sort | +0.1 % time | \\[-0.9 %, +1.1 %\\] | 2.000 → 2.002 s | 17 of 30 |\n"
        "| missing | hash | no result of v3 |  |  |  |\n"
        "\n"
        "<details><summary>Method and notes</summary>\n"
        "\n"
        "- 95 % intervals, paired over blocks; Holm over 4 verdicts; threshold ±2 %; change: time "
        "ratio new / old - 1 (below 0: faster)\n"
        "- seed 42 · /c/1\n"
        "\n"
        "</details>\n";
    assert_printed(as_markdown(&judged), expected);
    judged_free(&judged);
}

static void markdown_of_odd_names(void **state)
{
    (void)state;
    struct judged judged = odd_names();
    static const char expected[] =
        "### main against topic/of-a-long-name\n"
        "\n"
        "| verdict | benchmark | change | 95 % interval | main → topic/of-a-long-name | layouts "
        "won |\n"
        "| --- | --- | ---: | ---: | ---: | ---: |\n"
        "| **higher** | a\\|b \\<c\\> & \"d\" ?\\[2J | +10.0 % cache\\_misses | \\[+9.0 %, +11.0 "
        "%\\] | 1000 → 1100 events |  |\n"
        "| **lower** | a benchmark of a very long name n=1000 | -10.0 % cache\\_misses | \\[-11.0 "
        "%, -9.0 %\\] | 1000 → 900 events |  |\n"
        "\n"
        "Not judged:\n"
        "\n"
        "| metric | benchmark | change | 95 % interval | main → topic/of-a-long-name |\n"
        "| --- | --- | ---: | ---: | ---: |\n"
        "| a\\_metric\\_of\\_a\\_very\\_long\\_name\\_indeed | b | +100.0 % | \\[+99.5 %, +100.5 "
        "%\\] | 1.000 → 2.000 |\n"
        "\n"
        "<details><summary>Method and notes</summary>\n"
        "\n"
        "- 95 % intervals, sides not paired; threshold ±2 %; change: cache\\_misses ratio new / "
        "old - 1\n"
        "- seed 42 · /c/1\n"
        "\n"
        "</details>\n";
    assert_printed(as_markdown(&judged), expected);
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
    assert_non_null(strstr(text, "\n  … and 3 more: 1 slower, 2 equal\n"));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page),
        cmocka_unit_test(a_narrow_page),
        cmocka_unit_test(the_narrowest_page),
        cmocka_unit_test(several_sides),
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
