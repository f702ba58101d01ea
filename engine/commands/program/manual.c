// The man page eswexp(1), from the tables of commands and options.
#include "commands/program/manual.h"

#include "commands/program/exit_codes.h"
#include "commands/program/registry.h"
#include "stats/statistic.h"

#include <ctype.h>
#include <stdio.h>

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
    if (command->examples)
        printf(".Bd -literal\n%s.Ed\n", command->examples);
    puts(".Bl -tag -width Ds -compact");
    for (const struct command_option *option = command->options; option->name; option++) {
        char left[64];
        option_synopsis(option, left);
        printf(".It %s\n", left);
        print_text(option->help);
    }
    puts(".El");
}

static void print_summaries(void)
{
    puts(".Sh SUMMARY STATISTICS\nValues of\n.Ic summary :\nin an experiment file:\n"
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
    puts(".Dd $Mdocdate$\n.Dt ESWEXP 1\n.Os eswexp " ESWEXP_VERSION "\n.Sh NAME\n.Nm eswexp\n"
         ".Nd experiments for benchmarks that must be right\n.Sh SYNOPSIS\n.Nm\n"
         ".Ar command\n.Op Ar option ...\n.Op Ar argument ...\n.Sh DESCRIPTION\n"
         "Repeats a measurement at every level at which it varies (build, execution,\n"
         "iteration), draws a new memory layout for every build, decides from a pilot how\n"
         "often to repeat each level, and reports means and speedups with intervals.\n"
         ".Pp\n.Nm Fl -completion Ar shell\n"
         "prints the completion script of bash, zsh or fish; an installation has all three.\n"
         ".Sh COMMANDS\n.Bl -tag -width Ds");
    for (const struct command *const *command = commands; *command; command++)
        print_command(*command);
    puts(".El");
    print_summaries();
    puts(".Sh ENVIRONMENT\n.Bl -tag -width Ds -compact\n"
         ".It Ev COLUMNS\nthe width of help and reports, instead of the terminal's\n"
         ".It Ev ESWEXP_CACHE_DAYS\nbuilds in the cache that were not used for so many days go,\n"
         "30 by default\n"
         ".It Ev ESWEXP_CACHE_HOST\na name that alike machines share, so that they reuse each\n"
         "other's builds; the host's by default\n"
         ".It Ev ESWEXP_CACHE_SIZE\nthe size of the cache, 5Gi by default; 0: no build is kept\n"
         ".It Ev ESWEXP_HOST_LOCK\nthe lock that campaigns on one machine share, instead of\n"
         ".Pa /run/lock/eswexp.lock ;\n.Fl -lock\nnames another for one campaign\n"
         ".It Ev ESWEXP_INPUTS_SIZE\nhow much is kept of what the links of a build read, 8Gi by\n"
         "default\n"
         ".It Ev ESWEXP_PYTHON\nthe python that draws the pictures\n"
         ".It Ev NO_COLOR\nif it is set and not empty, nothing is coloured\n"
         ".It Ev XDG_CACHE_HOME\nbuilds and the campaigns of\n.Nm Cm compare\n"
         "are below its\n.Pa eswexp ,\ninstead of\n.Pa ~/.cache/eswexp\n.El");
    puts(".Sh EXIT STATUS\n.Bl -tag -width Ds -compact");
    for (const struct exit_meaning *exit = exit_meanings; exit->code; exit++)
        printf(".It %s\n%s\n", exit->code, exit->meaning);
    puts(".El");
}
