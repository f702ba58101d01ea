// The tables of commands and options hold together.
#include "testing.h"

#include "commands/program/registry.h"

#include <string.h>

enum { HELP_COLUMNS = 55 }; // what the options' names leave of 80

static void names_are_unique(void **state)
{
    (void)state;
    for (size_t i = 0; commands[i]; i++)
        for (size_t other = 0; commands[other]; other++) {
            assert_false(i != other && text_equal(commands[i]->name, commands[other]->name));
            assert_false(text_equal(commands[i]->alias, commands[other]->name));
        }
}

static void commands_are_found(void **state)
{
    (void)state;
    struct error error = {0};
    for (size_t i = 0; commands[i]; i++) {
        assert_ptr_equal(command_find(commands[i]->name, &error), commands[i]);
        if (commands[i]->alias)
            assert_ptr_equal(command_find(commands[i]->alias, &error), commands[i]);
    }
    assert_null(command_find("reprot", &error));
    assert_string_equal(error.text, "unknown command 'reprot': did you mean 'report'?");
    assert_int_equal(error.code, EXIT_USAGE);
}

// `name` or `letter` is the option's.
static bool answers_to(const struct command_option *option, const char *name, char letter)
{
    return text_equal(option->name, name) || text_equal(option->alias, name) ||
           (letter && option->letter == letter);
}

static void check_option(const struct command *command, const struct command_option *option)
{
    for (const struct command_option *other = option + 1; other->name; other++)
        assert_false(answers_to(other, option->name, option->letter) ||
                     (option->alias && answers_to(other, option->alias, 0)));
    assert_true(strlen(option->help) > 0 && strlen(option->help) <= HELP_COLUMNS);
    assert_int_equal(option->kind == OPTION_FLAG, option->argument == NULL);
    assert_true(option->kind != OPTION_FLAG || (!option->choices && option->value == WORD_ANY));
    assert_true(option->offset < command->options_size);
}

static void options_fit_their_command(void **state)
{
    (void)state;
    for (size_t i = 0; commands[i]; i++) {
        const struct command_option *option = commands[i]->options;
        for (; option->name; option++)
            check_option(commands[i], option);
        assert_string_equal(option[-1].name, "help");
    }
}

// Two options that fill the same bytes would overwrite each other.
static void options_do_not_overlap(void **state)
{
    (void)state;
    static const size_t sizes[] = {sizeof(bool), sizeof(const char *), sizeof(struct text_list)};
    for (size_t i = 0; commands[i]; i++) {
        char taken[1024] = {0};
        assert_true(commands[i]->options_size <= sizeof taken);
        for (const struct command_option *option = commands[i]->options; option->name; option++)
            for (size_t byte = 0; byte < sizes[option->kind]; byte++)
                assert_int_equal(taken[option->offset + byte]++, 0);
    }
}

int tests_of_commands(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(commands_are_found),
        cmocka_unit_test(options_fit_their_command),
        cmocka_unit_test(options_do_not_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
