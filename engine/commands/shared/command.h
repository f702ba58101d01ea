// What a command is: one const struct in its own file, named in program/registry.h.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/log.h"
#include "base/options.h"

#include <signal.h>

// Every option of every command has its field here.
struct command_line {
    bool help, quiet, no_colour, json, quick, plot;
    const char *seed, *out, *format, *summary;
    bool thorough, markdown, junit, bmf, github_benchmark, github_bigger, noise_floor, strict,
        force, no_wait, wait_idle, tune, restore, restart;
    const char *spec, *spec_from, *threshold, *equivalence, *budget, *precision, *until, *on_finish,
        *on, *profile, *partition, *nodes, *sbatch_options;
    bool plain, no_plot, bars_apart;
    const char *column, *delimiters, *confidence, *width;
    const char *tolerance, *mean_tolerance, *within;
    const char *require;
    struct text_list set, add;
    size_t unrestored;      // settings of this machine, as tune_recover() has said
    struct text_list words; // positional arguments

    struct arena *arena;
    struct log log;
    const volatile sig_atomic_t *stop; // set by the first Ctrl-C
};

struct command {
    const char *name, *arguments, *summary;
    const char *details;                         // paragraphs for --help and the man page
    const struct command_option *const *options; // NULL-terminated
    size_t words_least, words_most;
    bool ends_tidily; // the first Ctrl-C only sets line->stop

    // Returns the exit code. If it is not EXIT_FINE and error->text is not empty, main prints it.
    enum exit_code (*run)(struct command_line *line, struct error *error);
};

// The options that several commands share.
extern const struct command_option option_help, option_quiet, option_no_colour, option_json,
    option_set, option_seed, option_quick, option_out, option_until, option_no_wait,
    option_wait_idle, option_tune, option_on_finish, option_strict, option_plot, option_profile;
