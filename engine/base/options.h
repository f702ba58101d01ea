// Command-line options as a table, from which parser, usage line, --help and man page are made.
#pragma once

#include "base/error.h"
#include "base/text.h"

#include <stdio.h>

enum option_kind {
    OPTION_FLAG, // bool
    OPTION_TEXT, // const char *
    OPTION_LIST, // struct text_list, repeatable
};

struct command_option {
    const char *name; // without the dashes
    char letter;      // or 0
    enum option_kind kind;
    const char *argument; // name of the value in the help, for TEXT and LIST
    const char *help;
    size_t offset; // of the value in the options struct
};

// Reads options and positional arguments in any order; "--" ends the options. `options` ends with
// NULL; `values` is the struct that their offsets refer to; lists grow in `arena`. EXIT_USAGE: an
// unknown option (the error names the nearest one), a missing or surplus value.
NODISCARD bool options_parse(struct arena *arena, const struct command_option *const *options,
                             void *values, int argc, char **argv, struct text_list *positional,
                             struct error *error);

// Writes "-o, --out DIR", the left column of --help.
void option_synopsis(const struct command_option *option, char text[static 64]);
