// --help, from the tables of commands and options.
#include "commands/program/help.h"

#include "base/terminal.h"
#include "commands/program/exit_codes.h"
#include "commands/program/registry.h"
#include "report/wording/lines.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void print_row(size_t columns, const char *left, int width, const char *right)
{
    char lead[80];
    bool fits = strlen(left) <= (size_t)width;
    if (!fits)
        printf("  %s\n", left);
    snprintf(lead, sizeof lead, "  %-*s ", width, fits ? left : "");
    wrap(stdout, columns, lead, right);
}

static void print_group(const struct command *command, const char *group, size_t columns)
{
    printf("\n%s:\n", group ? group : "Options");
    for (const struct command_option *option = command->options; option->name; option++) {
        char left[64];
        option_synopsis(option, left);
        if (text_equal(option->title, group))
            print_row(columns, left, 22, option->help);
    }
}

static bool is_first_of_group(const struct command *command, const struct command_option *option)
{
    const struct command_option *earlier = command->options;
    while (earlier != option && !text_equal(earlier->title, option->title))
        earlier++;
    return earlier == option;
}

// The command's own first, then groups in the order of their first rows.
static void print_options(const struct command *command, size_t columns)
{
    bool own = false;
    for (const struct command_option *option = command->options; option->name; option++)
        own = own || !option->title;
    if (own)
        print_group(command, NULL, columns);
    for (const struct command_option *option = command->options; option->name; option++)
        if (option->title && is_first_of_group(command, option))
            print_group(command, option->title, columns);
}

static void print_program(size_t columns)
{
    static const char *const titles[COMMAND_GROUPS] = {
        [COMMANDS_THAT_MEASURE] = "Measure",
        [COMMANDS_THAT_READ] = "Read",
        [COMMANDS_THAT_EXPLAIN] = "Understand",
        [COMMANDS_THAT_SHARE] = "Share and maintain",
    };
    puts("Usage: eswexp COMMAND [OPTION]... [ARGUMENT]...\n");
    wrap(stdout, columns, "", "Is it faster, by how much, and how certain is that?");
    puts("\n  eswexp run -- 'gzip -1 -c FILE' 'gzip -9 -c FILE'\n"
         "  eswexp run experiment.yaml\n"
         "  eswexp compare main...topic");
    for (int group = 0; group < COMMAND_GROUPS; group++) {
        printf("\n%s:\n", titles[group]);
        for (const struct command *const *command = commands; *command; command++)
            if ((int)(*command)->group == group)
                print_row(columns, (*command)->name, 9, (*command)->summary);
    }
    putchar('\n');
    wrap(stdout, columns, "",
         "'eswexp COMMAND --help' shows a command's options, 'eswexp help COMMAND' explains it. "
         "--version (-v) prints the version, --completion bash|zsh|fish a script for that shell.");
    puts("\nExit codes:");
    for (const struct exit_meaning *exit = exit_meanings; exit->code; exit++)
        print_row(columns, exit->code, 4, exit->meaning);
}

// A line that begins with a blank is a row of a list: what follows its gap is wrapped below itself.
static void print_list_row(size_t columns, const char *line)
{
    char lead[80];
    const char *gap = strstr(line + strspn(line, " "), "  ");
    size_t left = gap ? (size_t)(gap - line) + strspn(gap, " ") : strspn(line, " ");
    snprintf(lead, sizeof lead, "%.*s", (int)left, line);
    wrap(stdout, columns, lead, line + left);
}

// Paragraphs, separated by blank lines, are wrapped anew.
static void print_paragraphs(struct arena *arena, size_t columns, const char *text)
{
    const char *paragraph = "";
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        const char *line = arena_strndup(arena, text, length);
        bool ends = !*line || *line == ' ';
        if (!ends)
            paragraph = *paragraph ? arena_printf(arena, "%s %s", paragraph, line) : line;
        if (*paragraph && (ends || !text[length])) {
            wrap(stdout, columns, "", paragraph);
            paragraph = "";
        }
        if (ends && *line)
            print_list_row(columns, line);
        else if (ends)
            putchar('\n');
    }
}

static void print_usage(const struct command *command)
{
    printf("Usage: eswexp %s [OPTION]... %s\n\n", command->name, command->arguments);
}

void help_print(const struct command *command)
{
    struct arena arena = {0};
    size_t columns = stdout_columns(COLUMNS_OF_TEXT);
    if (!command) {
        print_program(columns);
        return;
    }
    print_usage(command);
    print_paragraphs(&arena, columns, command->details);
    print_options(command, columns);
    arena_release(&arena);
}

void help_print_short(const struct command *command)
{
    struct arena arena = {0};
    size_t columns = stdout_columns(COLUMNS_OF_TEXT);
    print_usage(command);
    wrap(stdout, columns, "",
         arena_printf(&arena, "%c%s. 'eswexp help %s' explains it.",
                      toupper((unsigned char)*command->summary), command->summary + 1,
                      command->name));
    if (command->examples) {
        putchar('\n');
        print_paragraphs(&arena, columns, command->examples);
    }
    print_options(command, columns);
    arena_release(&arena);
}
