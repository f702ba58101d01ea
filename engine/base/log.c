// Messages for users.
#include "base/log.h"

#include "base/terminal.h"
#include "base/text.h"

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

size_t log_columns(void)
{
    size_t columns = terminal_columns(STDERR_FILENO);
    return columns > 1 ? columns : 80;
}

// ---- Fitting into the terminal

static size_t width_of(const char *bytes, size_t length)
{
    size_t width = 0;
    for (size_t i = 0; i < length; i++)
        width += ((unsigned char)bytes[i] & 0xc0) != 0x80; // UTF-8: the first byte of a character
    return width;
}

// Writes blanks and the word behind them, on the next line if they do not fit on this one. Returns
// the new column.
static size_t write_word(const char *blanks, size_t blank_count, const char *word, size_t length,
                         size_t column, size_t columns)
{
    static const char indent[] = "  ";
    size_t width = width_of(word, length);
    if (column > strlen(indent) && column + blank_count + width > columns) {
        fprintf(stderr, "\n%s", indent);
        column = strlen(indent);
    } else {
        fwrite(blanks, 1, blank_count, stderr);
        column += blank_count;
    }
    fwrite(word, 1, length, stderr);
    return column + width;
}

static void write_wrapped(const char *message, size_t column, size_t columns)
{
    while (*message) {
        size_t blanks = strspn(message, " "), length = strcspn(message + blanks, " \n");
        column = write_word(message, blanks, message + blanks, length, column, columns);
        message += blanks + length;
        if (*message == '\n') {
            fputc(*message++, stderr);
            column = 0;
        }
    }
}

// The length of the longest beginning of `line` that ends with a word and fits.
static size_t fitting(const char *line, size_t columns)
{
    size_t end = 0, length = strlen(line), hard = 0;
    for (size_t i = 0; i <= length && width_of(line, i) <= columns; i++) {
        bool splits = ((unsigned char)line[i] & 0xc0) == 0x80;
        hard = splits ? hard : i;
        if (line[i] == ' ' || !line[i])
            end = i;
    }
    end = end ? end : hard;
    while (end < length && end && line[end - 1] == ',')
        end--;
    return end;
}

void log_status(const struct log *log, const char *line)
{
    if (!log->terminal || log->quiet)
        return;
    char plain[4096];
    snprintf(plain, sizeof plain, "%s", line ? line : "");
    text_make_plain(plain);
    fprintf(stderr, "\r\033[K%.*s", (int)fitting(plain, log_columns() - 1), plain);
}

// ---- Messages

// Without memory the message is cut.
PRINTF_LIKE(3, 0)
static char *compose(char *room, size_t size, const char *format, va_list arguments)
{
    va_list again;
    char *whole = NULL;
    va_copy(again, arguments);
    int length = vsnprintf(room, size, format, arguments);
    if (length < 0 || (size_t)length < size || vasprintf(&whole, format, again) < 0)
        whole = NULL;
    va_end(again);
    return whole ? whole : room;
}

PRINTF_LIKE(4, 0)
static void print(const struct log *log, const char *colour, const char *kind, const char *format,
                  va_list arguments)
{
    static const char name[] = "eswexp: ";
    char room[4096] = "", *message = compose(room, sizeof room, format, arguments);
    flockfile(stderr); // a thread may show a status
    if (log->terminal)
        fputs("\r\033[K", stderr); // clears it
    fputs(name, stderr);
    if (kind)
        fprintf(stderr, "%s%s:%s ", log->colour ? colour : "", kind, log->colour ? "\033[0m" : "");
    text_make_plain_but(message, "\n\t"); // names from archives and repositories
    if (log->terminal)
        write_wrapped(message, strlen(name) + (kind ? strlen(kind) + 2 : 0), log_columns());
    else
        fputs(message, stderr);
    fputc('\n', stderr);
    funlockfile(stderr);
    if (message != room)
        free(message);
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
