// The calls of a program that init finds in a project's own files.
#include "scratch.h"
#include "testing.h"

#include "commands/init/project/usages.h"

// "SOURCE: ARGUMENT|ARGUMENT" a line.
static char *found(struct scratch *scratch)
{
    struct usage usages[USAGES_MOST];
    char *lines = arena_strdup(&scratch->arena, "");
    size_t count = usages_find(&scratch->arena, scratch_path(scratch, "."), "sort-it", usages);
    for (size_t i = 0; i < count; i++) {
        lines = arena_printf(&scratch->arena, "%s%s:", lines, usages[i].source);
        for (size_t word = 0; word < usages[i].arguments.count; word++)
            lines = arena_printf(&scratch->arena, "%s%s%s", lines, word ? "|" : " ",
                                 usages[i].arguments.items[word]);
        lines = arena_printf(&scratch->arena, "%s\n", lines);
    }
    return lines;
}

static void a_readme_shows_commands_beside_prose(void **state)
{
    scratch_file(*state, "README.md",
                 "sort-it is fast.\n"
                 "sort-its are not.\n"
                 "    sort-it indented\n"
                 "$ ./bin/sort-it 'a b' \"c\" 2>/dev/null\n"
                 "`sort-it backticks` is code.\n"
                 "```\n"
                 "sort-it fenced # a comment\n"
                 "```\n"
                 "sort-it is prose again\n");
    assert_string_equal(found(*state), "README.md: indented\n"
                                       "README.md: a b|c\n"
                                       "README.md: backticks\n"
                                       "README.md: fenced\n");
}

static void scripts_call_it_by_a_variable(void **state)
{
    scratch_file(*state, "Makefile",
                 "sort-it: sort-it.o\n"
                 "sort-it : util.o\n"
                 "sort-it := one\n"
                 "sort-it += one\n"
                 "check:\n"
                 "\t@$(SORT_IT) one && $(SORT_IT) two\n"
                 "\t-time ./sort-it one\n"
                 "\t$(SORT_ITS) three\n");
    scratch_file(*state, "tests/run.sh", "\"$SORT_IT\" four | cat\n${SORT_IT} data\n");
    scratch_file(*state, "tests/data", "");
    assert_string_equal(found(*state), "Makefile: one\n"
                                       "tests/run.sh: four\n"
                                       "tests/run.sh: tests/data\n");
}

static void what_needs_a_shell_or_leads_out_is_left_out(void **state)
{
    scratch_file(*state, "run.sh",
                 "./sort-it <input\n"
                 "./sort-it $HOME\n"
                 "./sort-it *.c\n"
                 "./sort-it /etc/passwd\n"
                 "./sort-it --out=/tmp/x\n"
                 "./sort-it ../other\n"
                 "./sort-it ~/file\n"
                 "./sort-it [OPTION]\n"
                 "cat x | ./sort-it -\n"
                 "./sort-it 'open\n"
                 "./sort-it\n");
    assert_string_equal(found(*state), "");
}

int tests_of_usages(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(a_readme_shows_commands_beside_prose),
        scratch_test(scripts_call_it_by_a_variable),
        scratch_test(what_needs_a_shell_or_leads_out_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
