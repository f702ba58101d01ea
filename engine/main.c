// From the command line to an exit code: the signals, and the only exit().
#include "base/files/paths.h"
#include "commands/program/completion.h"
#include "commands/program/help.h"
#include "commands/program/manual.h"
#include "commands/program/registry.h"
#include "machine/tune/recover.h"
#include "machine/tune/tune.h"

#include <gsl/gsl_errno.h>
#include <jansson.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted; // time of the first signal in centiseconds; 0: none

enum { ONE_SIGNAL_CS = 20 };

// The first signal ends the campaign after the current execution, a second one at once: the
// store is complete either way. Signals to a process and its group at once, as timeout(1) sends
// them, count as one.
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

// jansson does not tell lack of memory from bad input.
static void *allocated(size_t size)
{
    void *memory = malloc(size);
    if (!memory && size)
        out_of_memory();
    return memory;
}

static bool count_fits(const struct command *command, size_t count, struct error *error)
{
    if (count >= command->words_least && count <= command->words_most)
        return true;
    return failed(error, EXIT_USAGE, "%s arguments: eswexp %s [OPTION]... %s",
                  count < command->words_least ? "too few" : "too many", command->name,
                  command->arguments);
}

static bool has_working_folder(struct error *error)
{
    char *here = getcwd(NULL, 0);
    free(here);
    return here || failed_errno(error, "there is no working folder: change to one that exists");
}

static enum exit_code run_with(const struct command *command, void *options, int argc, char **argv,
                               struct invocation *invocation, struct error *error)
{
    struct arena *arena = invocation->arena;
    const struct common_options *common =
        options; // OPTIONS_SIZE() has checked that they come first
    if (!options_parse(arena, command->options, options, argc, argv, &invocation->words,
                       &invocation->after_dashes, error))
        return error->code;
    invocation->log = log_for_terminal(common->quiet, common->no_colour);
    if (common->help) {
        help_print_short(command);
        return EXIT_FINE;
    }
    if (!count_fits(command, invocation->words.count, error) || !has_working_folder(error))
        return error->code;
    if (!command->restores_itself)
        invocation->unrestored = tune_recover(&invocation->log, 0);
    if (command->ends_tidily)
        watch_signals();
    return command->run(invocation, options, error);
}

static enum exit_code run_command(const struct command *command, int argc, char **argv,
                                  struct invocation *invocation, struct error *error)
{
    void *options = arena_alloc(invocation->arena, command->options_size);
    enum exit_code code = run_with(command, options, argc, argv, invocation, error);
    return command->translate ? command->translate(options, code) : code;
}

static enum exit_code run_program(int argc, char **argv, struct invocation *invocation,
                                  struct error *error)
{
    const char *word = argc > 1 ? argv[1] : "--help";
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
        const struct command *command = argc > 2 ? command_find(argv[2], error) : NULL;
        if (argc > 2 && !command)
            return error->code;
        help_print(command);
        return argc > 1 ? EXIT_FINE : EXIT_USAGE;
    }
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0 || strcmp(word, "-v") == 0) {
        puts("eswexp " ESWEXP_VERSION);
        return EXIT_FINE;
    }
    if (strcmp(word, "--man") == 0) {
        manual_print();
        return EXIT_FINE;
    }
    if (strcmp(word, "--completion") == 0)
        return completion_print(invocation->arena, argc > 2 ? argv[2] : "", error) ? EXIT_FINE
                                                                                   : error->code;
    const struct command *command = command_find(word, error);
    return command ? run_command(command, argc - 1, argv + 1, invocation, error) : error->code;
}

// Output that cannot be written is a failure. A reader that has seen enough, as head, is none, but
// what it has not read is no success either: the exit code is the shells' of SIGPIPE.
static int flush_output(enum exit_code code, const struct log *log)
{
    struct pollfd reader = {.fd = STDOUT_FILENO};
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    bool closed = poll(&reader, 1, 0) == 1 && (reader.revents & POLLERR);
    if (!closed)
        log_error(log, "cannot write to the standard output");
    return code != EXIT_FINE ? code : closed ? 128 + SIGPIPE : EXIT_FAILED;
}

// Compilers find their own parts by PATH only.
static void set_path(void)
{
    const char *path = getenv("PATH");
    if (!path || !*path)
        setenv("PATH", PATH_USUAL, 1);
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    gsl_set_error_handler_off();
    json_set_alloc_funcs(allocated, free);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); // a write beyond the limit for files fails with EFBIG
    set_path();
    struct arena arena = {0};
    struct error error = {.code = EXIT_FINE};
    struct invocation invocation = {
        .arena = &arena, .log = log_for_terminal(false, false), .stop = &interrupted};
    enum exit_code code = run_program(argc, argv, &invocation, &error);
    if (code != EXIT_FINE && *error.text)
        log_error(&invocation.log, "%s", error.text);
    int status = flush_output(code, &invocation.log);
    arena_release(&arena);
    exit(status);
}
