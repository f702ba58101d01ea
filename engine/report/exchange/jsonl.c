// JSON Lines: the fields that rows of an execution share are formatted once.
#include "report/exchange/jsonl.h"

#include "report/tables/json_values.h"
#include "report/tables/sample_pieces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct lines {
    const struct findings *findings;
    const struct series_entry *series;
    FILE *out;
};

// The object without iteration and value; NULL: out of memory.
static json_t *shared_fields(const struct lines *lines, const struct sample_piece *piece)
{
    const struct catalogue *catalogue = &lines->findings->catalogue;
    const struct series_entry *series = lines->series;
    const struct stored_cell *cell = &catalogue->cells[series->cell];
    const struct stored_metric *metric = &catalogue->metrics[series->metric];
    json_t *object = json_object();
    int failures =
        json_object_set_new(object, "experiment", text_value(lines->findings->experiment));
    failures |= json_object_set_new(object, "benchmark", text_value(cell->benchmark));
    failures |=
        json_object_set_new(object, "variant", text_value(catalogue->variants[series->variant]));
    for (size_t i = 0; i < catalogue->axis_count; i++)
        failures |= json_object_set_new(object, catalogue->axes[i], text_value(cell->point[i]));
    failures |= json_object_set_new(object, "phase", text_value(phase_name(series->phase)));
    failures |= json_object_set_new(object, "machine", text_value(piece->machine));
    failures |= json_object_set_new(object, "block", text_value(piece->block));
    failures |= json_object_set_new(object, "execution", text_value(piece->execution));
    failures |= json_object_set_new(object, "metric", text_value(metric->name));
    failures |= json_object_set_new(object, "unit", text_value(metric->unit));
    if (!failures)
        return object;
    json_decref(object);
    return NULL;
}

static bool write_piece(void *context, const struct sample_piece *piece, size_t iteration,
                        struct error *error)
{
    const struct lines *lines = context;
    json_t *object = shared_fields(lines, piece);
    char *shared = object ? json_dumps(object, 0) : NULL;
    json_decref(object);
    if (!shared)
        return failed(error, EXIT_FAILED, "cannot write the samples as JSON");
    int length = (int)strlen(shared) - 1; // without the closing brace
    for (size_t i = 0; i < piece->count; i++)
        fprintf(lines->out, "%.*s, \"iteration\": %zu, \"value\": %.17g}\n", length, shared,
                iteration + i, piece->values[i]);
    free(shared);
    return true;
}

bool report_jsonl(struct store *store, const struct findings *findings, FILE *out,
                  struct error *error)
{
    struct lines lines = {.findings = findings, .out = out};
    bool done = true;
    for (size_t i = 0; done && i < findings->catalogue.series_count; i++) {
        lines.series = &findings->catalogue.series[i];
        done = sample_pieces(store, findings, lines.series, write_piece, &lines, error);
    }
    return done;
}
