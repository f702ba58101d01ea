// What a first experiment file says of its command.
#include "testing.h"

#include "commands/init/text.h"
#include "commands/init/tries.h"

#include <string.h>

static struct guess tool(void)
{
    return (struct guess){.found = "Makefile",
                          .program = "tool",
                          .build = "make",
                          .command = "tool",
                          .arguments = "7",
                          .source = "README",
                          .seconds = 0.018};
}

static void assert_says(const struct guess *guess, bool is_tried, const char *words, bool said)
{
    struct arena arena = {0};
    TEXT_CLEANUP struct text text = {0};
    init_text(&arena, &text, "tool", guess, is_tried);
    if (!strstr(text.bytes, words) == said)
        fail_msg("'%s' %s in:\n%s", words, said ? "is not" : "is", text.bytes);
    arena_release(&arena);
}

static void the_source_and_time_of_a_command_are_named(void **state)
{
    (void)state;
    const struct guess guess = tool();
    assert_says(
        &guess, true,
        "    # the timed command, as in README; it took 18 ms here\n    command: ./tool 7\n", true);
}

static void files_that_a_command_reads_are_named(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct guess guess = tool();
    text_list_add(&guess.reads, &arena, "data/words");
    assert_says(&guess, true, "    # it reads 'data/words': a commit", true);
    guess.reads_unknown = true;
    assert_says(&guess, true, "18 ms here; which files it reads was not looked at\n", true);
    arena_release(&arena);
}

static void a_file_that_was_not_run_says_so(void **state)
{
    (void)state;
    const struct guess guess = tool();
    assert_says(&guess, false, "# init --no-build has run nothing of this", true);
    assert_says(&guess, true, "--no-build", false);
}

static void no_path_of_this_machine_is_written(void **state)
{
    (void)state;
    const struct guess guess = tool();
    assert_says(&guess, true, "$schema", false);
    assert_says(&guess, true, " /", false);
    assert_says(&guess, true, "=/", false);
}

// What is printed where there is no benchmark holds no command that runs.
static void an_outline_has_no_command(void **state)
{
    (void)state;
    struct arena arena = {0};
    TEXT_CLEANUP struct text text = {0};
    const struct guess guess = tool();
    init_outline(&arena, &text, "tool", &guess);
    assert_string_equal(text.bytes, "experiment: tool\nbenchmarks:\n  tool:\n    directory: .\n"
                                    "    build: make\n"
                                    "    command: # ./tool and its arguments\n");
    arena_release(&arena);
}

// ---- The metric

enum { REPEATED = 10 };

// Repetitions of about a second: wall time off by up to `noise`, CPU time a share of it off by up
// to `cpu_noise`.
static struct time_spread repeated(double noise, double share, double cpu_noise, size_t count)
{
    static const double off[REPEATED] = {-1, 0.4, 0.9, -0.3, 1, -0.8, 0.1, 0.6, -0.6, -0.33337};
    struct tried tried[REPEATED] = {{0}};
    for (size_t i = 0; i < REPEATED; i++)
        tried[i] = (struct tried){.seconds = 1 + noise + noise * off[i],
                                  .cpu_s = share * (1 + cpu_noise * off[REPEATED - 1 - i])};
    return spread_of_times(tried, count);
}

static void cpu_time_is_chosen_where_it_is_far_steadier(void **state)
{
    (void)state;
    assert_true(repeated(0.08, 0.99, 0.004, REPEATED).by_cpu_time);
    assert_false(repeated(0.08, 0.99, 0.004, 7).by_cpu_time);          // too few
    assert_false(repeated(0.08, 0.99, 0.05, REPEATED).by_cpu_time);    // varies alike
    assert_false(repeated(0.004, 0.99, 0.0005, REPEATED).by_cpu_time); // wall time is steady
    assert_false(repeated(0.08, 0.3, 0.004, REPEATED).by_cpu_time);    // it waits
    assert_false(repeated(0.08, 1.9, 0.004, REPEATED).by_cpu_time);    // two threads
    assert_false(repeated(0.08, 0, 0, REPEATED).by_cpu_time);
    assert_false(repeated(0.08, 0.99, 0, REPEATED).by_cpu_time); // a coarse clock
}

static void cpu_time_is_written_with_its_reason(void **state)
{
    (void)state;
    static const char words[] = "# CPU time varied by 0.4 % here, wall time by 6 %\n"
                                "measure: [cpu_time]\n";
    struct guess guess = tool(), other = tool();
    assert_says(&guess, true, "measure:", false);
    guess.spread = (struct time_spread){true, 0.06, 0.004};
    assert_says(&guess, true, words, true);
    guess.others = &other;
    guess.other_count = 1;
    assert_says(&guess, true, "measure:", false); // the key is of all benchmarks
    other.spread = guess.spread;
    assert_says(&guess, true, words, true);
}

// ---- Suites

// Two suites, by the times of quick and of whole executions; returns that of all as written.
static double fitted(double quick_s, double whole_s, double other_quick_s, double other_whole_s,
                     size_t *brief)
{
    struct suites suites = {
        .items = {{.name = "one", .seconds = quick_s, .whole_s = whole_s},
                  {.name = "two", .seconds = other_quick_s, .whole_s = other_whole_s}},
        .count = 2};
    return suites_fit(&suites, brief);
}

static void suites_are_brief_where_a_comparison_would_not_hold_them(void **state)
{
    (void)state;
    size_t brief = 0;
    assert_float_equal(fitted(0.5, 5, 1, 6, &brief), 11, 1e-9);
    assert_int_equal(brief, 0);
    assert_float_equal(fitted(0.5, 7, 1, 6, &brief), 1.5, 1e-9);
    assert_int_equal(brief, 2);
    assert_float_equal(fitted(0, 0, 0, 0, &brief), 0, 1e-9); // not tried
    assert_int_equal(brief, 0);
    assert_float_equal(fitted(0.5, 7, 9, 6, &brief), 6.5,
                       1e-9); // a quick one repeats a slow body more
    assert_int_equal(brief, 1);
}

static void a_brief_suite_is_written_as_quick_runs_are(void **state)
{
    (void)state;
    struct guess guess = {.found = "go.mod", .program = "p", .command = "p.test", .build = "go"};
    guess.suites.items[0] = (struct suite){.name = "p",
                                           .path = "p.test",
                                           .build = "go test -c",
                                           .harness = &go_suite,
                                           .seconds = 0.5,
                                           .whole_s = 60};
    guess.suites.count = 1;
    assert_says(&guess, true,
                "    command: ./p.test -test.run=NONE -test.bench=. "
                "-test.benchtime=100ms -test.count=5\n",
                true);
    assert_says(&guess, true, "  benchmarks.p.command: ", true);
    guess.suites.items[0].is_brief = true;
    assert_says(&guess, true,
                "    command: ./p.test -test.run=NONE -test.bench=. "
                "-test.benchtime=10ms -test.count=2\n",
                true);
    assert_says(&guess, true, "  benchmarks.p.command: ", false);
}

int tests_of_init_text(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_source_and_time_of_a_command_are_named),
        cmocka_unit_test(files_that_a_command_reads_are_named),
        cmocka_unit_test(a_file_that_was_not_run_says_so),
        cmocka_unit_test(no_path_of_this_machine_is_written),
        cmocka_unit_test(an_outline_has_no_command),
        cmocka_unit_test(cpu_time_is_chosen_where_it_is_far_steadier),
        cmocka_unit_test(cpu_time_is_written_with_its_reason),
        cmocka_unit_test(suites_are_brief_where_a_comparison_would_not_hold_them),
        cmocka_unit_test(a_brief_suite_is_written_as_quick_runs_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
