// The experiment that commands of the command line stand for: eswexp run -- 'gzip -1 FILE' ….
#pragma once

#include "base/error.h"
#include "base/text.h"

struct command_line_options {
    const char *save;
    struct text_list names, lists, scans, steps; // lists: NAME VALUES, scans: NAME MIN MAX, each
};

// The text of a file and the name of its experiment.
struct command_lines {
    const char *text, *name;
    struct text_list of_shell; // variants that a shell runs
};

// A command without shell syntax is run without a shell. With one command, each value of its
// parameters is a variant; else commands are, and parameters are swept. EXIT_USAGE: a mistake.
NODISCARD bool command_lines_read(struct arena *arena, const struct text_list *commands,
                                  const struct command_line_options *options,
                                  struct command_lines *lines, struct error *error);
