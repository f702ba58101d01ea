// The table of commands, the signals, and the only exit().
#include "commands/command.h"
#include "machine/tune.h"
#include "base/nearest.h"

#include <gsl/gsl_errno.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const struct command *const commands[] = {
    &command_run,      &command_compare, &command_sweep,     &command_resume,
    &command_status,   &command_check,   &command_report,    &command_plot,
    &command_ministat, &command_bundle,  &command_reproduce, &command_init,
    &command_list,     &command_doctor,  &command_task,      NULL,
};

static volatile sig_atomic_t interrupted; // when it was, in centiseconds; 0: not yet

enum { ONE_SIGNAL_CS = 20 };

// The first signal ends the campaign after the current execution, a second one at once: what is
// stored is whole either way. Who signals a process and its group, as timeout(1) does, means one.
static void interrupt(int number)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int centiseconds = (int)((now.tv_sec * 100 + now.tv_nsec / 10000000) & INT_MAX);
    if (!interrupted)
        interrupted = centiseconds ? centiseconds : 1;
    else if (centiseconds - interrupted > ONE_SIGNAL_CS)
        _exit(number == SIGTERM ? 128 + SIGTERM : EXIT_INTERRUPTED);
}

static void watch_signals(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESTART};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGUSR1, &action, NULL); // Slurm sends it some time before it ends a job
}

// What the design knows and this version does not have.
static const char *const later[] = {"replay", "simulate", NULL};

static const struct command *find(const char *name, struct error *error)
{
    const char *names[32] = {NULL};
    for (size_t i = 0; commands[i]; i++) {
        names[i] = commands[i]->name;
        if (strcmp(name, names[i]) == 0)
            return commands[i];
    }
    for (size_t i = 0; later[i]; i++) {
        if (strcmp(name, later[i]) == 0) {
            failed(error, EXIT_USAGE, "'%s' is not in this version", name);
            return NULL;
        }
    }
    const char *near = text_nearest(name, names);
    if (near)
        failed(error, EXIT_USAGE, "unknown command '%s': did you mean '%s'?", name, near);
    else
        failed(error, EXIT_USAGE, "unknown command '%s': 'eswexp --help' lists them", name);
    return NULL;
}

static bool count_fits(const struct command *command, size_t count, struct error *error)
{
    if (count >= command->words_least && count <= command->words_most)
        return true;
    return failed(error, EXIT_USAGE, "%s arguments: eswexp %s [OPTION]... %s",
                  count < command->words_least ? "too few" : "too many", command->name,
                  command->arguments);
}

static enum exit_code run_command(const struct command *command, int argc, char **argv,
                                  struct command_line *line, struct error *error)
{
    if (!options_parse(line->arena, command->options, line, argc, argv, &line->words, error))
        return error->code;
    line->log = log_for_terminal(line->quiet, line->no_colour);
    if (line->help) {
        help_print(command);
        return EXIT_FINE;
    }
    if (!count_fits(command, line->words.count, error))
        return error->code;
    if (!line->restore)
        line->unrestored = tune_recover(&line->log, 0);
    if (command->ends_tidily)
        watch_signals();
    return command->run(line, error);
}

static enum exit_code run_program(int argc, char **argv, struct command_line *line,
                                  struct error *error)
{
    const char *word = argc > 1 ? argv[1] : "--help";
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
        const struct command *command = argc > 2 ? find(argv[2], error) : NULL;
        if (argc > 2 && !command)
            return error->code;
        help_print(command);
        return argc > 1 ? EXIT_FINE : EXIT_USAGE;
    }
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        puts("eswexp " ESWEXP_VERSION);
        return EXIT_FINE;
    }
    if (strcmp(word, "--man") == 0) {
        manual_print();
        return EXIT_FINE;
    }
    const struct command *command = find(word, error);
    return command ? run_command(command, argc - 1, argv + 1, line, error) : error->code;
}

// Data that could not be written is no success.
static enum exit_code flush_output(enum exit_code code, const struct log *log)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    log_error(log, "cannot write to the standard output");
    return code == EXIT_FINE ? EXIT_FAILED : code;
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    gsl_set_error_handler_off();
    signal(SIGPIPE, SIG_IGN);
    struct arena arena = {0};
    struct error error = {.code = EXIT_FINE};
    struct command_line line = {
        .arena = &arena, .log = log_for_terminal(false, false), .stop = &interrupted};
    enum exit_code code = run_program(argc, argv, &line, &error);
    if (code != EXIT_FINE && *error.text)
        log_error(&line.log, "%s", error.text);
    code = flush_output(code, &line.log);
    arena_release(&arena);
    exit(code);
}
