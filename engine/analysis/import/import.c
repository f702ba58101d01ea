// Turning rows of text into unsorted samples, and reporting every mistake with its line.
#include "analysis/import/import.h"

#include "analysis/import/csv_reader.h"
#include "analysis/import/level_columns.h"
#include "base/files/files.h"
#include "model/phase.h"
#include "stats/moments.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/import/unsorted.h"
#include "store/results/catalogue.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
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
    bool own;                   // eswexp wrote it: columns that it does not know are axes
    struct text_list axes;
    struct level_columns levels; // by other names
    const char *levels_read;     // a sentence for the report; NULL: none
    FILE *copy;                  // of a stream that cannot be read twice; NULL: none
    struct row_set points;       // with the variant
    struct row_set seen;         // points with a metric
    struct row_set repeated;     // points with a second sample of a metric
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
    while (column < COLUMN_COUNT && strcasecmp(column_names[column], name) != 0)
        column++;
    return (enum column)column;
}

// The next row, without the blanks around its fields, which only eswexp's own labels keep.
static enum csv_result next_row(struct import *import, const char **wrong)
{
    struct csv_reader *reader = &import->reader;
    enum csv_result result = csv_next(reader, wrong);
    for (size_t i = 0; result == CSV_ROW && !import->own && i < reader->count; i++) {
        char *field = reader->fields[i] += strspn(reader->fields[i], " \t");
        for (size_t length = strlen(field); length && strchr(" \t", field[length - 1]); length--)
            field[length - 1] = '\0';
    }
    return result;
}

static void add_axis(struct import *import, const char *name, size_t place)
{
    import->axis_place[import->axes.count] = place;
    text_list_add(&import->axes, &import->arena, name);
}

static void take_column(struct import *import, size_t place)
{
    const char *name = arena_strdup(&import->arena, import->reader.fields[place]);
    for (size_t i = 0; i < place; i++) {
        if (strcmp(import->reader.fields[i], name) == 0) {
            mistake(import, import->reader.line, "the column '%s' appears twice", name);
            return;
        }
    }
    enum column column = column_of(name);
    if (column < COLUMN_COUNT && import->place[column]) {
        mistake(import, import->reader.line, "the column '%s' appears twice", name);
    } else if (column < COLUMN_COUNT) {
        import->place[column] = place + 1;
    } else if (*name) {
        if (import->own || !level_columns_take(&import->levels, name, place))
            add_axis(import, name, place);
    } else {
        mistake(import, import->reader.line, "column %zu has no name", place + 1);
    }
}

static bool is_pipe(FILE *stream)
{
    struct stat status;
    return fstat(fileno(stream), &status) == 0 && S_ISFIFO(status.st_mode);
}

// ---- Levels by other names

// The rows once more, from the same place.
static bool hold_rows(struct import *import, struct error *error)
{
    struct csv_reader *reader = &import->reader;
    char block[1 << 16];
    if (ftell(reader->stream) >= 0)
        return true;
    import->copy = tmpfile();
    if (!import->copy)
        return failed_errno(error, "cannot make a temporary file");
    for (size_t got; (got = fread(block, 1, sizeof block, reader->stream)) > 0;)
        if (fwrite(block, 1, got, import->copy) != got)
            return failed_errno(error, "cannot write a temporary file");
    rewind(import->copy);
    reader->stream = import->copy;
    return true;
}

static bool read_labels(struct import *import, struct error *error)
{
    struct csv_reader *reader = &import->reader;
    if (!hold_rows(import, error))
        return false;
    size_t line = reader->line, next_line = reader->next_line;
    long begin = ftell(reader->stream);
    const char *ignored = NULL;
    for (enum csv_result result = CSV_ROW; result != CSV_END && result != CSV_BROKEN;) {
        result = next_row(import, &ignored);
        if (result == CSV_ROW && reader->count == import->width)
            level_columns_add(&import->levels, &import->arena, reader->fields, reader->count,
                              import->place[VALUE] - 1);
    }
    reader->line = line;
    reader->next_line = next_line;
    return fseek(reader->stream, begin, SEEK_SET) == 0 || failed_errno(error, "cannot read twice");
}

static bool choose_levels(struct import *import, struct error *error)
{
    static const enum column columns[] = {BLOCK, EXECUTION, ITERATION};
    bool given[COLUMN_LEVELS];
    size_t places[COLUMN_LEVELS] = {0}, line = import->reader.line;
    const char *why = NULL;
    if (!import->levels.count || import->mistakes)
        return true;
    if (import->levels.count <= LEVEL_COLUMNS_MOST && !read_labels(import, error))
        return false;
    for (size_t i = 0; i < COLUMN_LEVELS; i++)
        given[i] = import->place[columns[i]];
    import->levels_read =
        level_columns_choose(&import->levels, &import->arena, given, places, &why);
    if (why)
        mistake(import, line, "%s", why);
    for (size_t i = 0; i < COLUMN_LEVELS; i++)
        import->place[columns[i]] = places[i] ? places[i] : import->place[columns[i]];
    return true;
}

// ---- Rows

static void read_header(struct import *import)
{
    struct csv_reader *reader = &import->reader;
    const char *wrong = NULL;
    enum csv_result result = next_row(import, &wrong);
    if (result != CSV_ROW) {
        mistake(import, reader->line, "%s",
                result == CSV_END ? "the file is empty: it needs a header row" : wrong);
        return;
    }
    import->width = reader->count;
    import->axis_place = arena_new_array(&import->arena, size_t, reader->count);
    import->point = arena_new_array(&import->arena, char *, reader->count);
    for (size_t i = 0; i < reader->count; i++)
        import->own |= text_equal(reader->fields[i], column_names[PHASE]);
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

// A point repeats if one of its metrics does: others may have one value by nature.
static void count_point(struct import *import, const struct unsorted_sample *sample)
{
    if (!import->axes.count)
        return;
    uint64_t point = row_hash(row_hash(0, sample->benchmark), sample->variant);
    for (size_t i = 0; i < import->axes.count; i++)
        point = row_hash(point, sample->point[i]);
    row_set_add(&import->points, point);
    if (!row_set_add(&import->seen, row_hash(point, sample->metric)))
        row_set_add(&import->repeated, point);
}

static bool note_columns(struct import *import, struct store *store, struct error *error)
{
    if (import->levels_read && *import->levels_read &&
        !store_event(store, "import", import->levels_read, error))
        return false;
    size_t points = import->points.count, single = points - import->repeated.count;
    const char *share =
        single == points ? "each of their points holds"
                         : arena_printf(&import->arena, "%zu of %zu points hold", single, points);
    return points < 2 || 2 * single <= points ||
           store_event(store, "import",
                       arena_printf(&import->arena,
                                    "axes: %s; %s one sample of a variant: rename a column that "
                                    "numbers repetitions 'block', 'execution' or 'iteration', and "
                                    "remove one that was measured, too",
                                    text_quoted(&import->arena, &import->axes), share),
                       error);
}

// Which variants have samples of a cell?
static bool *find_present(struct import *import, const struct catalogue *catalogue)
{
    bool *present =
        arena_new_array(&import->arena, bool, catalogue->cell_count * catalogue->variant_count);
    for (size_t i = 0; i < catalogue->series_count; i++)
        present[catalogue->series[i].cell * catalogue->variant_count +
                catalogue->series[i].variant] = true;
    return present;
}

// A row for each variant that a cell lacks.
static bool set_absent(struct import *import, struct store *store, struct error *error)
{
    enum { ABSENT_MOST = 1000 };
    struct catalogue all;
    if (!store_catalogue(store, &import->arena, &all, error))
        return false;
    const bool *present = find_present(import, &all);
    size_t absent = 0, compared = 0;
    bool done = true;
    for (size_t c = 0; done && c < all.cell_count; c++) {
        size_t variants = 0;
        for (size_t v = 0; done && v < all.variant_count; v++) {
            bool has = present[c * all.variant_count + v];
            variants += has;
            if (!has && absent++ < ABSENT_MOST)
                done = store_set(store,
                                 arena_printf(&import->arena, FACT_ABSENT, all.cells[c].stored, v,
                                              all.cells[c].benchmark),
                                 "has no samples", error);
        }
        compared += variants > 1;
    }
    if (done && absent > ABSENT_MOST)
        done = store_event(store, "import",
                           arena_printf(&import->arena,
                                        "variants lack samples in %zu places; %d of them are shown",
                                        absent, ABSENT_MOST),
                           error);
    return done && (compared || all.variant_count < 2 ||
                    store_event(store, "import",
                                "no benchmark or point has samples of two variants, so nothing is "
                                "compared",
                                error));
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
    count_point(import, &sample);
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
        result = next_row(import, &wrong);
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
    bool done = choose_levels(&import, error) &&
                (import.mistakes > 0 || read_rows(&import, store, error)) &&
                finish(&import, error) && note_columns(&import, store, error) &&
                set_absent(&import, store, error);
    if (import.copy)
        fclose(import.copy);
    level_columns_release(&import.levels);
    row_set_release(&import.points);
    row_set_release(&import.seen);
    row_set_release(&import.repeated);
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
