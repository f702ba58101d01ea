// --help, from the tables of commands and options.
#include "commands/program/help.h"

#include "base/terminal.h"
#include "commands/program/exit_codes.h"
#include "commands/program/registry.h"
#include "report/wording/lines.h"

#include <stdio.h>
#include <string.h>

static void print_row(size_t columns, const char *left, int width, const char *right)
{
    char lead[80];
    snprintf(lead, sizeof lead, "  %-*s ", width, left);
    wrap(stdout, columns, lead, right);
}

static void print_options(const struct command *command, size_t columns)
{
    puts("\nOptions:");
    for (const struct command_option *option = command->options; option->name; option++) {
        char left[64];
        option_synopsis(option, left);
        print_row(columns, left, 22, option->help);
    }
}

static void print_program(size_t columns)
{
    puts("Usage: eswexp COMMAND [OPTION]... [ARGUMENT]...\n");
    wrap(stdout, columns, "",
         "Runs experiments that answer: is it faster, by how much, and how certain is that?");
    puts("\nCommands:");
    for (const struct command *const *command = commands; *command; command++)
        print_row(columns, (*command)->name, 9, (*command)->summary);
    putchar('\n');
    wrap(stdout, columns, "",
         "'eswexp COMMAND --help' explains a command; --version prints the version.");
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

void help_print(const struct command *command)
{
    struct arena arena = {0};
    size_t columns = stdout_columns(COLUMNS_OF_TEXT);
    if (!command) {
        print_program(columns);
        return;
    }
    printf("Usage: eswexp %s [OPTION]... %s\n\n", command->name, command->arguments);
    print_paragraphs(&arena, columns, command->details);
    print_options(command, columns);
    arena_release(&arena);
}
