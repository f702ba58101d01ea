// Command-line options as a table: it drives parsing, --help, the man page and shell completions.
#pragma once

#include "base/error.h"
#include "base/text.h"

#include <stddef.h>

enum option_kind {
    OPTION_FLAG, // bool
    OPTION_TEXT, // const char *
    OPTION_LIST, // struct text_list, repeatable
};

// What a word of the command line names, for shells that complete it.
enum word_kind {
    WORD_ANY,
    WORD_FILE,
    WORD_FOLDER,
    WORD_EXPERIMENT, // a file, or @NAME of an installed experiment
    WORD_REVISION,   // of the git repository here, or a folder
    WORD_COMMAND,    // a shell command
};

// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): a row begins as in the help
struct command_option {
    const char *name;     // without the dashes
    char letter;          // or 0
    const char *argument; // name of the value in the help; NULL for FLAG
    const char *help;
    const char *alias;          // another name, which is read but not listed; or NULL
    const char *const *choices; // every value that is valid, NULL-terminated; NULL: any value
    bool several;               // a value may be several choices, separated by commas
    const char *title;          // of the options that it stands among; NULL: the command's own
    enum word_kind value;
    int more;              // words that follow the value, each an item, too; of a LIST
    enum option_kind kind; // these two are set by OPTION_FIELD()
    size_t offset;         // of the value in the struct that is filled
};

// The last two members of a row. The field's type gives the kind: bool, const char * or struct
// text_list; another type does not compile.
#define OPTION_FIELD(type, field)                                                                  \
    .kind = _Generic(((type *)NULL)->field,                                                        \
        bool: OPTION_FLAG,                                                                         \
        const char *: OPTION_TEXT,                                                                 \
        struct text_list: OPTION_LIST),                                                            \
    .offset = offsetof(type, field)

// Reads options and positional arguments, in any order; "--" ends the options (*ended). An unknown
// option or choice names the nearest one. `options` ends with a row without a name, `values` is the
// struct of their offsets; lists grow in `arena`. Fails with EXIT_USAGE.
NODISCARD bool options_parse(struct arena *arena, const struct command_option *options,
                             void *values, int argc, char **argv, struct text_list *positional,
                             bool *ended, struct error *error);

// "-o, --out DIR", the left side of a line of help.
void option_synopsis(const struct command_option *option, char text[static 64]);
