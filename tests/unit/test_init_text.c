// What a first experiment file says of its command.
#include "testing.h"

#include "commands/init/text.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_source_and_time_of_a_command_are_named),
        cmocka_unit_test(files_that_a_command_reads_are_named),
        cmocka_unit_test(a_file_that_was_not_run_says_so),
        cmocka_unit_test(no_path_of_this_machine_is_written),
        cmocka_unit_test(an_outline_has_no_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
