// Turning rows of text into unsorted samples, and reporting every mistake with its line.
#include "analysis/import/import.h"

#include "analysis/import/csv_reader.h"
#include "base/files/files.h"
#include "model/phase.h"
#include "stats/moments.h"
#include "store/import/unsorted.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MISTAKES_SHOWN = 20 };

enum column {
    EXPERIMENT,
    BENCHMARK,
    VARIANT,
    PHASE,
    MACHINE,
    BLOCK,
    EXECUTION,
    ITERATION,
    METRIC,
    UNIT,
    VALUE,
    COLUMN_COUNT,
};

static const char *const column_names[] = {"experiment", "benchmark", "variant",   "phase",
                                           "machine",    "block",     "execution", "iteration",
                                           "metric",     "unit",      "value",     NULL};

struct import {
    struct arena arena;
    const char *name;
    struct text *report;
    size_t mistakes, samples;
    struct csv_reader reader;
    size_t width;               // fields of the header row
    size_t place[COLUMN_COUNT]; // index of the field + 1; 0: no such column
    size_t *axis_place;         // index of the field
    struct text_list axes;
    char **point;
    const char *experiment;
    struct unsorted *unsorted;
};

static void mistake(struct import *import, size_t line, const char *format, ...) PRINTF_LIKE(3, 4);

static void mistake(struct import *import, size_t line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char words[512];
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    text_make_plain(words);
    if (import->mistakes++ < MISTAKES_SHOWN)
        text_printf(import->report, "%s:%zu: error: %s\n", import->name, line, words);
}

// The field of a column, or `missing` where there is no such column.
static const char *field(const struct import *import, enum column column, const char *missing)
{
    size_t place = import->place[column];
    return place ? import->reader.fields[place - 1] : missing;
}

static enum column column_of(const char *name)
{
    int column = 0;
    while (column < COLUMN_COUNT && strcmp(column_names[column], name) != 0)
        column++;
    return (enum column)column;
}

static void take_column(struct import *import, size_t place)
{
    const char *name = import->reader.fields[place];
    for (size_t i = 0; i < place; i++) {
        if (strcmp(import->reader.fields[i], name) == 0) {
            mistake(import, import->reader.line, "the column '%s' appears twice", name);
            return;
        }
    }
    enum column column = column_of(name);
    if (column < COLUMN_COUNT) {
        import->place[column] = place + 1;
    } else if (*name) {
        import->axis_place[import->axes.count] = place;
        text_list_add(&import->axes, &import->arena, name);
    } else {
        mistake(import, import->reader.line, "column %zu has no name", place + 1);
    }
}

static bool is_pipe(FILE *stream)
{
    struct stat status;
    return fstat(fileno(stream), &status) == 0 && S_ISFIFO(status.st_mode);
}

static void read_header(struct import *import)
{
    struct csv_reader *reader = &import->reader;
    const char *wrong = NULL;
    enum csv_result result = csv_next(reader, &wrong);
    if (result != CSV_ROW) {
        mistake(import, reader->line, "%s",
                result == CSV_END ? "the file is empty: it needs a header row" : wrong);
        return;
    }
    import->width = reader->count;
    import->axis_place = arena_new_array(&import->arena, size_t, reader->count);
    import->point = arena_new_array(&import->arena, char *, reader->count);
    for (size_t i = 0; i < reader->count; i++)
        take_column(import, i);
    if (import->place[VALUE] == 0 && import->mistakes == 0)
        mistake(import, reader->line, "the column 'value' is missing, and %s",
                is_pipe(reader->stream)
                    ? "output of a harness in a pipe needs a name, such as new=/dev/stdin"
                    : "this is no output of a harness that is known");
}

static bool read_value(struct import *import, double *value)
{
    const char *text = field(import, VALUE, "");
    char *end = NULL;
    errno = 0;
    *value = strtod(text, &end);
    end += strspn(end, " \t");
    if (end == text || *end) {
        mistake(import, import->reader.line, "'%s' is not a number", text);
        return false;
    }
    if (!moments_takes(*value)) {
        mistake(import, import->reader.line, "'%s' is not a finite number", text);
        return false;
    }
    return true;
}

static bool read_phase(struct import *import, enum phase *phase)
{
    const char *text = field(import, PHASE, "real");
    *phase = strcmp(text, "pilot") == 0 ? PHASE_PILOT : PHASE_REAL;
    if (*phase == PHASE_PILOT || !*text || strcmp(text, "real") == 0)
        return true;
    mistake(import, import->reader.line, "phase '%s' is neither 'pilot' nor 'real'", text);
    return false;
}

// A field for a name or the label of a level must not be empty.
static bool check_labels(struct import *import)
{
    for (int column = 0; column < COLUMN_COUNT; column++) {
        if (column == PHASE || column == UNIT || column == EXPERIMENT || column == VALUE)
            continue;
        if (!*field(import, (enum column)column, "1")) {
            mistake(import, import->reader.line, "'%s' is empty", column_names[column]);
            return false;
        }
    }
    const char *experiment = field(import, EXPERIMENT, import->experiment);
    if (strcmp(experiment, import->experiment) == 0)
        return true;
    mistake(import, import->reader.line, "experiment '%s' after '%s': a file holds one experiment",
            experiment, import->experiment);
    return false;
}

static bool take_row(struct import *import, struct error *error)
{
    struct csv_reader *reader = &import->reader;
    struct unsorted_sample sample = {.line = reader->line};
    if (reader->count != import->width) {
        mistake(import, reader->line, "%zu fields where the header has %zu", reader->count,
                import->width);
        return true;
    }
    if (!read_value(import, &sample.value) || !read_phase(import, &sample.phase) ||
        !check_labels(import))
        return true;
    for (size_t i = 0; i < import->axes.count; i++)
        import->point[i] = reader->fields[import->axis_place[i]];
    sample.benchmark = field(import, BENCHMARK, import->experiment);
    sample.variant = field(import, VARIANT, "all");
    sample.point = import->point;
    sample.machine = field(import, MACHINE, "local");
    sample.block = field(import, BLOCK, "1");
    sample.execution = field(import, EXECUTION, "1");
    sample.iteration = field(import, ITERATION, "");
    sample.metric = field(import, METRIC, "value");
    sample.unit = field(import, UNIT, "");
    import->samples++;
    return import->mistakes > 0 || unsorted_add(import->unsorted, &sample, error);
}

// "folder/samples.csv" is the experiment "samples".
static const char *name_of_file(struct import *import)
{
    const char *slash = strrchr(import->name, '/');
    const char *base = slash ? slash + 1 : import->name;
    size_t length = strlen(base);
    if (length > 4 && text_ends(base, ".csv"))
        length -= 4;
    return arena_strndup(&import->arena, base, length);
}

// Opens the samples at the first row, when the experiment's name is known.
static bool open_unsorted(struct import *import, struct store *store, struct error *error)
{
    import->experiment = arena_strdup(&import->arena, field(import, EXPERIMENT, ""));
    if (!*import->experiment)
        import->experiment = name_of_file(import);
    struct unsorted_shape shape = {
        .experiment = import->experiment,
        .axes = import->axes.items,
        .axis_count = import->axes.count,
        .has_execution = import->place[EXECUTION],
        .has_block = import->place[BLOCK],
        .has_iteration = import->place[ITERATION],
    };
    import->unsorted = unsorted_open(store, &shape, error);
    return import->unsorted != NULL;
}

static bool read_rows(struct import *import, struct store *store, struct error *error)
{
    struct csv_reader *reader = &import->reader;
    enum csv_result result = CSV_ROW;
    while (result != CSV_END && result != CSV_BROKEN) {
        const char *wrong = NULL;
        result = csv_next(reader, &wrong);
        if (wrong)
            mistake(import, reader->line, "%s", wrong);
        if (result == CSV_ROW && reader->count == import->width && !import->unsorted &&
            !open_unsorted(import, store, error))
            return false;
        if (result == CSV_ROW && !take_row(import, error))
            return false;
    }
    if (import->samples == 0 && import->mistakes == 0)
        mistake(import, reader->line, "the file has no samples");
    return true;
}

static bool finish(struct import *import, struct error *error)
{
    struct unsorted_mistake wrong;
    if (import->mistakes == 0 && !unsorted_finish(import->unsorted, &wrong, error))
        return false;
    if (import->mistakes == 0 && wrong.line)
        mistake(import, wrong.line, "%s", wrong.text);
    if (import->mistakes > MISTAKES_SHOWN)
        text_printf(import->report, "… and %zu more\n", import->mistakes - MISTAKES_SHOWN);
    return import->mistakes == 0 || failed(error, EXIT_USAGE, "'%s': %zu mistake%s", import->name,
                                           import->mistakes, import->mistakes == 1 ? "" : "s");
}

bool import_stream(struct store *store, FILE *stream, const char *name, struct text *report,
                   struct error *error)
{
    struct import import = {.name = name, .report = report, .reader = {.stream = stream}};
    read_header(&import);
    bool done = (import.mistakes > 0 || read_rows(&import, store, error)) && finish(&import, error);
    if (ferror(stream))
        done = failed(error, EXIT_FAILED, "'%s' cannot be read to its end", name);
    unsorted_close(import.unsorted);
    csv_release(&import.reader);
    arena_release(&import.arena);
    return done;
}

bool import_csv(struct store *store, const char *path, struct text *report, struct error *error)
{
    FILE_CLEANUP FILE *stream = fopen(path, "re");
    if (!stream) {
        failed_errno(error, "cannot read '%s'", path);
        error->code = EXIT_USAGE;
        return false;
    }
    return import_stream(store, stream, path, report, error);
}
