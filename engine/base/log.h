// Messages for users, on stderr; stdout is for data.
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

// How to print; made once from the terminal and the common options.
struct log {
    bool quiet;    // omit notes; warnings and errors are always printed
    bool terminal; // stderr is a terminal with cursor movement
    bool colour;
};

// On a terminal messages are wrapped at words.

// From stderr, NO_COLOR and TERM.
struct log log_for_terminal(bool quiet, bool no_colour);

void log_note(const struct log *log, const char *format, ...) PRINTF_LIKE(2, 3);
void log_warning(const struct log *log, const char *format, ...) PRINTF_LIKE(2, 3);
void log_error(const struct log *log, const char *format, ...) PRINTF_LIKE(2, 3);

// The width of the terminal on stderr; 80 if it does not say.
size_t log_columns(void);

// Shows a line on the terminal until the next message or status; cuts it at a word where the
// terminal is narrower. NULL: clears it. Does nothing off a terminal or if quiet.
void log_status(const struct log *log, const char *line);
