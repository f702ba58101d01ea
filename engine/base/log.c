// Messages for users.
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct log log_for_terminal(bool quiet, bool no_colour)
{
    const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
    bool terminal = isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
    return (struct log){quiet, terminal, terminal && !no_colour && !(no && *no)};
}

// Replaces control characters: names from archives and repositories must not control the terminal.
static void write_plain(char *message)
{
    for (char *c = message; *c; c++)
        if (((unsigned char)*c < 0x20 && *c != '\n' && *c != '\t') || *c == 0x7f)
            *c = '?';
    fputs(message, stderr);
}

PRINTF_LIKE(4, 0)
static void print(const struct log *log, const char *colour, const char *kind, const char *format,
                  va_list arguments)
{
    if (log->terminal)
        fputs("\r\033[K", stderr); // clears a progress line
    fputs("eswexp: ", stderr);
    if (kind)
        fprintf(stderr, "%s%s:%s ", log->colour ? colour : "", kind, log->colour ? "\033[0m" : "");
    char *message;
    if (vasprintf(&message, format, arguments) >= 0) {
        write_plain(message);
        free(message);
    }
    fputc('\n', stderr);
}

void log_note(const struct log *log, const char *format, ...)
{
    if (log->quiet)
        return;
    va_list arguments;
    va_start(arguments, format);
    print(log, "", NULL, format, arguments);
    va_end(arguments);
}

void log_warning(const struct log *log, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print(log, "\033[33m", "warning", format, arguments);
    va_end(arguments);
}

void log_error(const struct log *log, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print(log, "\033[31m", "error", format, arguments);
    va_end(arguments);
}
