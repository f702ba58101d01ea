// --help and the man page, both from the tables of commands and options.
#include "commands/command.h"
#include "stats/statistic.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char exits[][2][72] = {
    {"0", "fine"},
    {"1", "a side is slower, a claim refuted, or a repetition does not agree"},
    {"2", "mistake in the command line or the experiment file"},
    {"3", "a build or an execution failed for good, or a file cannot be written"},
    {"4", "a comparison, claim or repetition is undecided (only with --strict)"},
    {"5", "this machine is busy (--no-wait, --wait-idle) or not as it is required"},
    {"75", "the deadline came: 'eswexp resume' goes on"},
    {"130", "interrupted by Ctrl-C (143: by SIGTERM twice)"},
};

static void print_options(const struct command *command)
{
    puts("\nOptions:");
    for (const struct command_option *const *option = command->options; *option; option++) {
        char left[64];
        option_synopsis(*option, left);
        printf("  %-22s %s\n", left, (*option)->help);
    }
}

static void print_program(void)
{
    puts("Usage: eswexp COMMAND [OPTION]... [ARGUMENT]...\n\n"
         "Runs experiments that answer: is it faster, by how much, and how sure are we?\n\n"
         "Commands:");
    for (const struct command *const *command = commands; *command; command++)
        printf("  %-8s %s\n", (*command)->name, (*command)->summary);
    puts("\n'eswexp COMMAND --help' says more; --version prints the version.\n\nExit codes:");
    for (size_t i = 0; i < sizeof exits / sizeof *exits; i++)
        printf("  %-4s %s\n", exits[i][0], exits[i][1]);
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

static bool ends_sentence(const char *c)
{
    return *c == '.' && c[1] == ' ' && isupper((unsigned char)c[2]);
}

// A line of mdoc text must not begin with a dot or an apostrophe, a sentence begins a line, and a
// backslash is an escape.
static void print_text(const char *text)
{
    for (const char *c = text; *c; c++) {
        if ((*c == '.' || *c == '\'') && (c == text || c[-1] == '\n'))
            fputs("\\&", stdout);
        if (*c == '\n' && c[1] == '\n') {
            fputs("\n.Pp", stdout);
            continue;
        }
        fputs(*c == '\\' ? "\\e" : (char[]){*c, '\0'}, stdout);
        if (ends_sentence(c)) {
            putchar('\n');
            c++;
        }
    }
    putchar('\n');
}

static void print_command(const struct command *command)
{
    printf(".It Nm Cm %s Oo Ar option Oc Ns ... %s%s\n", command->name,
           *command->arguments ? "Ar " : "", command->arguments);
    print_text(command->details);
    puts(".Bl -tag -width Ds -compact");
    for (const struct command_option *const *option = command->options; *option; option++) {
        char left[64];
        option_synopsis(*option, left);
        printf(".It %s\n", left);
        print_text((*option)->help);
    }
    puts(".El");
}

static void print_summaries(void)
{
    puts(".Sh SUMMARIES\nWhat an experiment file may ask for with\n.Ic summary :\n"
         ".Bl -tag -width Ds -compact");
    for (int i = 0; i < STATISTIC_KINDS; i++) {
        const struct statistic_form *form = &statistic_forms[i];
        printf(".It %s%s\n%c", form->name, form->percent ? " Ar P" : "",
               toupper((unsigned char)*form->summary));
        print_text(form->summary + 1);
        puts(".Pp");
        print_text(form->reason);
    }
    puts(".El");
}

void manual_print(void)
{
    puts(".Dd $Mdocdate$\n.Dt ESWEXP 1\n.Os\n.Sh NAME\n.Nm eswexp\n"
         ".Nd experiments for benchmarks that must be right\n.Sh SYNOPSIS\n.Nm\n"
         ".Ar command\n.Op Ar option ...\n.Op Ar argument ...\n.Sh DESCRIPTION\n"
         "Repeats a measurement at every level at which it varies (build, execution,\n"
         "iteration), draws a new memory layout for every build, decides from a pilot how\n"
         "often each level must be repeated, and states means and speedups with intervals.\n"
         ".Sh COMMANDS\n.Bl -tag -width Ds");
    for (const struct command *const *command = commands; *command; command++)
        print_command(*command);
    puts(".El");
    print_summaries();
    puts(".Sh EXIT STATUS\n.Bl -tag -width Ds -compact");
    for (size_t i = 0; i < sizeof exits / sizeof *exits; i++)
        printf(".It %s\n%s\n", exits[i][0], exits[i][1]);
    puts(".El");
}
