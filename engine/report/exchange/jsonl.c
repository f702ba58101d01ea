// JSON Lines: the fields that rows of an execution share are formatted once.
#include "report/exchange/jsonl.h"

#include "report/json.h"
#include "report/tables/sample_pieces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct lines {
    const struct findings *findings;
    const struct series_entry *series;
    FILE *out;
};

// The fields without iteration and value.
static struct record *shared_fields(struct arena *arena, const struct lines *lines,
                                    const struct sample_piece *piece)
{
    const struct catalogue *catalogue = &lines->findings->catalogue;
    const struct series_entry *series = lines->series;
    const struct stored_cell *cell = &catalogue->cells[series->cell];
    const struct stored_metric *metric = &catalogue->metrics[series->metric];
    struct record *record = record_new(arena);
    record_text(record, "experiment", lines->findings->experiment);
    record_text(record, "benchmark", cell->benchmark);
    record_text(record, "variant", catalogue->variants[series->variant]);
    for (size_t i = 0; i < catalogue->axis_count; i++)
        record_text(record, catalogue->axes[i], cell->point[i]);
    record_text(record, "phase", phase_name(series->phase));
    record_text(record, "machine", piece->machine);
    record_text(record, "block", piece->block);
    record_text(record, "execution", piece->execution);
    record_text(record, "metric", metric->name);
    record_text(record, "unit", metric->unit);
    return record;
}

static bool write_piece(void *context, const struct sample_piece *piece, size_t iteration,
                        struct error *error)
{
    const struct lines *lines = context;
    struct arena scratch = {0};
    char *shared = json_line(shared_fields(&scratch, lines, piece));
    arena_release(&scratch);
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
