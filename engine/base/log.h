// Messages for people: on stderr, never in the way of data on stdout.
#pragma once

#include "base/error.h"

#include <stdbool.h>

// How to speak; made once from the terminal and the common options.
struct log {
    bool quiet;    // notes are left out; warnings and errors never are
    bool terminal; // stderr is a tty that may move its cursor
    bool colour;
};

// Looks at stderr, NO_COLOR and TERM.
struct log log_for_terminal(bool quiet, bool no_colour);

void log_note(const struct log *log, const char *format, ...) PRINTF_LIKE(2, 3);
void log_warning(const struct log *log, const char *format, ...) PRINTF_LIKE(2, 3);
void log_error(const struct log *log, const char *format, ...) PRINTF_LIKE(2, 3);
