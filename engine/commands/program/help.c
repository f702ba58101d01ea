// --help, from the tables of commands and options.
#include "commands/program/help.h"

#include "commands/program/exit_codes.h"
#include "commands/program/registry.h"

#include <stdio.h>

static void print_options(const struct command *command)
{
    puts("\nOptions:");
    for (const struct command_option *option = command->options; option->name; option++) {
        char left[64];
        option_synopsis(option, left);
        printf("  %-22s %s\n", left, option->help);
    }
}

static void print_program(void)
{
    puts("Usage: eswexp COMMAND [OPTION]... [ARGUMENT]...\n\n"
         "Runs experiments that answer: is it faster, by how much, and how sure are we?\n\n"
         "Commands:");
    for (const struct command *const *command = commands; *command; command++)
        printf("  %-9s %s\n", (*command)->name, (*command)->summary);
    puts("\n'eswexp COMMAND --help' says more; --version prints the version.\n\nExit codes:");
    for (const struct exit_meaning *exit = exit_meanings; exit->code; exit++)
        printf("  %-4s %s\n", exit->code, exit->meaning);
}

void help_print(const struct command *command)
{
    if (!command) {
        print_program();
        return;
    }
    printf("Usage: eswexp %s [OPTION]... %s\n\n%s\n", command->name, command->arguments,
           command->details);
    print_options(command);
}
