// Splitting lines into fields, and reading one field as a number.
#include "analysis/import/columns.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 1 << 16, SHOWN_BYTES = 40, MISTAKES_SHOWN = 20 };

// The limit of numbers: differences of larger ones may overflow.
static const double LARGEST = 1e300;

struct reading {
    struct column *column;
    const char *name;
    const struct column_rules *rules;
    size_t line;
    struct text *report;
    size_t mistakes;
    bool broken; // no further row can be read
};

PRINTF_LIKE(2, 3)
static void mistake(struct reading *reading, const char *format, ...)
{
    char words[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    text_make_plain(words);
    if (reading->mistakes++ < MISTAKES_SHOWN)
        text_printf(reading->report, "%s:%zu: error: %s\n", reading->name, reading->line, words);
}

// The header of samples.csv, or of a file like it.
static bool is_header(const struct reading *reading, const char *line)
{
    return reading->line == 1 && strchr(line, ',') && strstr(line, "value");
}

static void take(struct reading *reading, const char *field, bool header)
{
    char *end = NULL;
    double value = strtod(field, &end);
    bool number = end > field && !*end;
    if (number && fabs(value) <= LARGEST) {
        text_add_bytes(&reading->column->bytes, (const char *)&value, sizeof value);
    } else if (header) {
        mistake(reading,
                "a CSV file with a header: 'eswexp report %s' reads it, with its "
                "executions and iterations",
                reading->name);
        reading->broken = true;
    } else {
        size_t length = strlen(field), shown = length < SHOWN_BYTES ? length : SHOWN_BYTES;
        while (shown < length && ((unsigned char)field[shown] & 0xc0) == 0x80)
            shown--; // cut between characters
        mistake(reading, "'%.*s%s' is %s", (int)shown, field, shown < length ? "…" : "",
                !number           ? "not a number"
                : isfinite(value) ? "too large a number"
                                  : "not a finite number");
    }
}

static void read_row(struct reading *reading, char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
    bool header = is_header(reading, line);
    char *rest = NULL, *field = strtok_r(line, reading->rules->delimiters, &rest);
    bool blank = !field || *field == '#';
    for (size_t i = 1; i < reading->rules->column && field && *field != '#'; i++)
        field = strtok_r(NULL, reading->rules->delimiters, &rest);
    if (field && *field != '#')
        take(reading, field, header);
    else
        reading->column->short_rows += !blank;
}

static bool is_line(const char *line, FILE *stream)
{
    size_t length = strlen(line);
    return (length > 0 && line[length - 1] == '\n') || (feof(stream) && length < LINE_BYTES - 1);
}

size_t column_read(struct column *column, FILE *stream, const char *name,
                   const struct column_rules *rules, struct text *report)
{
    char line[LINE_BYTES];
    struct reading reading = {.column = column, .name = name, .rules = rules, .report = report};
    while (!reading.broken && fgets(line, sizeof line, stream)) {
        reading.line++;
        if (is_line(line, stream)) {
            read_row(&reading, line);
        } else {
            mistake(&reading, "not a line of text: longer than %d bytes, or with a zero byte in it",
                    LINE_BYTES - 2);
            reading.broken = true;
        }
    }
    column->values = (const double *)column->bytes.bytes;
    column->count = column->bytes.length / sizeof *column->values;
    return reading.mistakes;
}
