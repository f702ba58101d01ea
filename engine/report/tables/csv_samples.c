// samples.csv: fields that rows share are formatted once and copied.
#include "report/tables/csv_samples.h"

#include "model/phase.h"
#include "report/tables/csv_writer.h"
#include "report/tables/sample_pieces.h"

#include <stdlib.h>

// The text before and after the iteration in every row of a series or an execution.
struct frame {
    char *bytes;
    size_t size;
};

static void frame_release(struct frame *frame)
{
    free(frame->bytes);
    *frame = (struct frame){0};
}
#define FRAME_CLEANUP __attribute__((cleanup(frame_release)))

// glibc's fclose() succeeds even if it has no memory for the bytes.
static bool frame_end(const struct frame *frame, FILE *text, struct error *error)
{
    return (text && fclose(text) == 0 && frame->bytes) ||
           failed(error, EXIT_FAILED, "out of memory");
}

static bool frame_of_series(const struct findings *findings, const struct series_entry *series,
                            struct frame *before, struct frame *after, struct error *error)
{
    const struct stored_metric *metric = &findings->catalogue.metrics[series->metric];
    FILE *text = open_memstream(&before->bytes, &before->size);
    if (text)
        csv_place(text, findings, &findings->catalogue.cells[series->cell], series->variant,
                  series->phase);
    if (!frame_end(before, text, error))
        return false;
    text = open_memstream(&after->bytes, &after->size);
    if (text) {
        csv_text(text, false, metric->name);
        csv_text(text, false, metric->unit);
    }
    return frame_end(after, text, error);
}

static bool frame_of_piece(const struct frame *series, const struct sample_piece *piece,
                           struct frame *frame, struct error *error)
{
    FILE *text = open_memstream(&frame->bytes, &frame->size);
    if (text) {
        fwrite(series->bytes, 1, series->size, text);
        csv_text(text, false, piece->machine);
        csv_text(text, false, piece->block);
        csv_text(text, false, piece->execution);
        fputc(',', text);
    }
    return frame_end(frame, text, error);
}

struct rows {
    struct frame before, after; // of the series, borrowed
    FILE *out;
};

static bool write_piece(void *context, const struct sample_piece *piece, size_t iteration,
                        struct error *error)
{
    const struct rows *rows = context;
    FILE *out = rows->out;
    FRAME_CLEANUP struct frame before = {0};
    if (!frame_of_piece(&rows->before, piece, &before, error))
        return false;
    for (size_t i = 0; i < piece->count; i++) {
        fwrite_unlocked(before.bytes, 1, before.size, out);
        fprintf(out, "%zu", iteration + i);
        fwrite_unlocked(rows->after.bytes, 1, rows->after.size, out);
        csv_number(out, piece->values[i]);
        putc_unlocked('\n', out);
    }
    return true;
}

static bool write_series(struct store *store, const struct findings *findings,
                         const struct series_entry *series, FILE *out, struct error *error)
{
    FRAME_CLEANUP struct frame before = {0}, after = {0};
    if (!frame_of_series(findings, series, &before, &after, error))
        return false;
    struct rows rows = {.before = before, .after = after, .out = out};
    return sample_pieces(store, findings, series, write_piece, &rows, error);
}

bool csv_samples(struct store *store, const struct findings *findings, FILE *out,
                 struct error *error)
{
    static const char *const columns[] = {"phase",  "machine", "block", "execution", "iteration",
                                          "metric", "unit",    "value", NULL};
    csv_names(out, findings, columns);
    fputc('\n', out);
    bool done = true;
    for (size_t i = 0; done && i < findings->catalogue.series_count; i++)
        done = write_series(store, findings, &findings->catalogue.series[i], out, error);
    return done;
}
