// Command-line options as a table: it drives the parsing, the usage line, --help and the man page.
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
    size_t offset; // of the value in the struct that is filled
};

// Reads options and positional arguments, in any order; "--" ends the options. An unknown option
// names the nearest one. `options` ends with NULL, `values` is the struct of their offsets; lists
// grow in `arena`.
NODISCARD bool options_parse(struct arena *arena, const struct command_option *const *options,
                             void *values, int argc, char **argv, struct text_list *positional,
                             struct error *error);

// "-o, --out DIR", the left side of a line of help.
void option_synopsis(const struct command_option *option, char text[static 64]);
