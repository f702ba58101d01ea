// What a command is: one const struct in its own file, named in program/registry.h.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/log.h"
#include "commands/shared/options.h"

#include <signal.h>

// One call of a command, without its options.
struct invocation {
    struct arena *arena;
    struct log log;
    struct text_list words;            // positional arguments
    bool after_dashes;                 // "--" stands before them
    const volatile sig_atomic_t *stop; // set by the first Ctrl-C
    size_t unrestored; // settings that a killed campaign left and tune_recover() could not restore
};

// What commands are for, in the order in which --help lists them.
enum command_group {
    COMMANDS_THAT_MEASURE,
    COMMANDS_THAT_READ,
    COMMANDS_THAT_EXPLAIN,
    COMMANDS_THAT_SHARE,
    COMMAND_GROUPS,
};

struct command {
    enum command_group group;
    const char *name, *alias; // alias: another name, which is read but not listed; or NULL
    const char *arguments, *summary;
    const char *examples;                 // rows of command lines, two blanks, and what they do
    const char *details;                  // paragraphs for 'eswexp help' and the man page
    const struct command_option *options; // ends with a row without a name
    size_t options_size;                  // by OPTIONS_SIZE()
    size_t words_least, words_most;
    enum word_kind word;
    const char *const *word_choices; // the usual words, NULL-terminated; or NULL
    bool ends_tidily;                // the first Ctrl-C only sets invocation->stop
    bool restores_itself;            // main leaves the settings of a killed campaign to the command

    // The exit code in the words of another program, also where an option is a mistake, or NULL.
    enum exit_code (*translate)(const void *options, enum exit_code code);

    // `options` is the command's own struct, zeroed and then filled by its table. Returns the exit
    // code. If it is not EXIT_FINE and error->text is not empty, main prints it.
    enum exit_code (*run)(const struct invocation *invocation, const void *options,
                          struct error *error);
};

// The size of a command's struct of options, of which the first member must be
// `struct common_options common`.
// clang-format off
#define OPTIONS_SIZE(type)                                                                         \
    (_Generic(((type *)NULL)->common, struct common_options                                        \
              : sizeof(type)) +                                                                    \
     0 * sizeof(char[offsetof(type, common) == 0 ? 1 : -1]))
// clang-format on
