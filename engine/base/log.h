// Messages for users, on stderr; stdout is for data.
#pragma once

#include "base/error.h"

#include <stdbool.h>

// How to print; made once from the terminal and the common options.
struct log {
    bool quiet;    // omit notes; warnings and errors are always printed
    bool terminal; // stderr is a terminal with cursor movement
    bool colour;
};

// From stderr, NO_COLOR and TERM.
struct log log_for_terminal(bool quiet, bool no_colour);

void log_note(const struct log *log, const char *format, ...) PRINTF_LIKE(2, 3);
void log_warning(const struct log *log, const char *format, ...) PRINTF_LIKE(2, 3);
void log_error(const struct log *log, const char *format, ...) PRINTF_LIKE(2, 3);
