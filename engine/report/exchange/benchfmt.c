// The Go benchmark format: names, units and a line for every independent unit.
#include "report/exchange/benchfmt.h"

#include "base/text.h"
#include "report/json.h"
#include "report/tables/sample_pieces.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct lines {
    const struct catalogue *catalogue;
    const struct series_entry *series;
    enum level levels[LEVELS_MAX];
    struct variance variance;
    size_t samples; // of the open top unit
    FILE *out;
};

// Is `c` the '-' of a last "-8", which benchstat takes for GOMAXPROCS?
static bool begins_processors(const char *c)
{
    return *c == '-' && isdigit((unsigned char)c[1]) && !c[1 + strspn(c + 1, "0123456789")];
}

// Percent-encodes what would end a field or mean something else, so that different names remain
// different. `also`: other characters to encode.
static void put_field(FILE *out, const char *name, const char *also)
{
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c <= ' ' || (unsigned char)*c >= 127 || *c == '%' || strchr(also, *c) ||
            begins_processors(c))
            fprintf(out, "%%%02X", (unsigned)(unsigned char)*c);
        else
            putc(*c, out);
}

// A name that begins with a lower-case letter gets a '_': Go's begin with "BenchmarkX".
static void put_name(const struct lines *lines)
{
    const struct stored_cell *cell = &lines->catalogue->cells[lines->series->cell];
    fputs("Benchmark", lines->out);
    if (islower((unsigned char)*cell->benchmark))
        putc('_', lines->out);
    else if (*cell->benchmark == '_')
        fputs("%5F", lines->out);
    put_field(lines->out, cell->benchmark + (*cell->benchmark == '_'), "");
    for (size_t i = 0; i < lines->catalogue->axis_count; i++) {
        putc('/', lines->out);
        put_field(lines->out, lines->catalogue->axes[i], "/=");
        putc('=', lines->out);
        put_field(lines->out, cell->point[i], "/");
    }
}

static void put_unit(FILE *out, const struct stored_metric *metric)
{
    bool is_time = text_equal(metric->unit, "s");
    if (is_time && text_equal(metric->name, "wall_time")) {
        fputs("sec/op", out);
        return;
    }
    put_field(out, metric->name, "-/");
    if (*metric->unit)
        putc('-', out);
    if (is_time)
        fputs("sec/op", out);
    else
        put_field(out, metric->unit, "");
}

static void put_line(const struct lines *lines, size_t samples, double value)
{
    put_name(lines);
    fprintf(lines->out, " %zu %.17g ", samples, value);
    put_unit(lines->out, &lines->catalogue->metrics[lines->series->metric]);
    putc('\n', lines->out);
}

static void put_top_unit(void *context, size_t label, double mean)
{
    struct lines *lines = context;
    (void)label;
    put_line(lines, lines->samples, mean);
    lines->samples = 0;
}

static bool add_piece(void *context, const struct sample_piece *piece, size_t iteration,
                      struct error *error)
{
    struct lines *lines = context;
    (void)iteration, (void)error;
    levels_add(&lines->variance, lines->levels, piece); // ends the unit before
    lines->samples += piece->count;
    for (size_t i = 0; lines->variance.levels == 1 && i < piece->count; i++)
        put_line(lines, 1, piece->values[i]);
    return true;
}

static bool put_series(struct store *store, const struct findings *findings, struct lines *lines,
                       struct error *error)
{
    const struct series_entry *series = lines->series;
    const struct stored_cell *cell = &lines->catalogue->cells[series->cell];
    lines->samples = 0;
    lines->variance = (struct variance){.top_unit = put_top_unit, .context = lines};
    lines->variance.levels = levels_of_series(cell, series, &(struct slice){0}, lines->levels);
    if (!sample_pieces(store, findings, series, add_piece, lines, error))
        return false;
    (void)variance_finish(&lines->variance);
    return true;
}

static void put_key(FILE *out, const char *key, const char *value)
{
    fprintf(out, "%s: ", key);
    if (!is_utf8(value)) {
        put_field(out, value, "");
        value = "";
    }
    for (const char *c = value; *c; c++)
        putc(iscntrl((unsigned char)*c) ? ' ' : *c, out);
    putc('\n', out);
}

static void put_better(FILE *out, const struct catalogue *catalogue)
{
    for (size_t i = 0; i < catalogue->metric_count; i++) {
        if (catalogue->metrics[i].better == BETTER_UNKNOWN)
            continue;
        fputs("Unit ", out);
        put_unit(out, &catalogue->metrics[i]);
        fprintf(out, " better=%s\n",
                catalogue->metrics[i].better == BETTER_LESS ? "lower" : "higher");
    }
}

bool report_benchfmt(struct store *store, const struct findings *findings, FILE *out,
                     struct error *error)
{
    const struct catalogue *catalogue = &findings->catalogue;
    struct lines lines = {.catalogue = catalogue, .out = out};
    put_key(out, "experiment", findings->experiment);
    put_better(out, catalogue);
    for (size_t variant = 0; variant < catalogue->variant_count; variant++) {
        put_key(out, "variant", catalogue->variants[variant]);
        for (size_t i = 0; i < catalogue->series_count; i++) {
            lines.series = &catalogue->series[i];
            if (lines.series->variant == variant && lines.series->phase == PHASE_REAL &&
                !put_series(store, findings, &lines, error))
                return false;
        }
    }
    return true;
}
