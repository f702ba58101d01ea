// All CSV files of a campaign.
#include "report/tables/csv.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "model/level.h"
#include "model/phase.h"
#include "report/tables/csv_pictures.h"
#include "report/tables/csv_samples.h"
#include "report/tables/csv_writer.h"
#include "report/tables/records/attribution_records.h"
#include "report/tables/records/bias_records.h"
#include "report/tables/records/canary_records.h"
#include "report/tables/records/derived_records.h"
#include "report/tables/records/explained_records.h"
#include "report/tables/records/records.h"
#include "report/tables/records/table.h"
#include "store/results/interference.h"
#include "store/results/rows.h"

#include <unistd.h>

// The file that visitors write into.
struct writing {
    const struct findings *findings;
    struct draw_names draws;
    FILE *out;
};

static void put_stored_place(const struct writing *writing, size_t cell, size_t variant,
                             enum phase phase)
{
    const struct findings *findings = writing->findings;
    csv_place(writing->out, findings, &findings->catalogue.stored[cell], variant, phase);
}

static void put_draws(const struct writing *writing, const char *const *values)
{
    for (size_t i = 0; i < writing->draws.count; i++)
        csv_text(writing->out, false, values[i]);
    fputc('\n', writing->out);
}

static bool put_build(void *context, const struct build_row *row)
{
    const struct writing *writing = context;
    FILE *out = writing->out;
    put_stored_place(writing, row->cell, row->variant, row->phase);
    const char *columns[] = {row->machine,   row->block,         row->seed,
                             row->layout_id, row->binary_sha256, row->functions_moved};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        csv_text(out, false, columns[i]);
    csv_number(out, row->seconds);
    put_draws(writing, row->draws);
    return !ferror(out);
}

static bool put_attempt(void *context, const struct attempt_row *row)
{
    const struct writing *writing = context;
    FILE *out = writing->out;
    put_stored_place(writing, row->cell, row->variant, row->phase);
    const char *columns[] = {row->machine, row->block, row->execution, row->order};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        csv_text(out, false, columns[i]);
    fprintf(out, ",%d", row->attempt);
    csv_text(out, false, row->start);
    csv_text(out, false, row->exit);
    csv_number(out, row->seconds);
    put_draws(writing, row->draws);
    return !ferror(out);
}

static bool put_interference(void *context, const struct interference_row *row)
{
    const struct writing *writing = context;
    FILE *out = writing->out;
    put_stored_place(writing, row->cell, row->variant, row->phase);
    const char *columns[] = {row->machine, row->block, row->execution};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        csv_text(out, false, columns[i]);
    fprintf(out, ",%d", row->attempt);
    csv_text(out, false, row->kind);
    fprintf(out, ",%zu\n", row->count);
    return !ferror(out);
}

// One of the files: its header and rows.
typedef bool csv_file(struct arena *arena, struct store *store, const struct findings *findings,
                      FILE *out, struct error *error);

static bool write_samples(struct arena *arena, struct store *store, const struct findings *findings,
                          FILE *out, struct error *error)
{
    (void)arena;
    return csv_samples(store, findings, out, error);
}

static bool begin_drawn(struct arena *arena, struct store *store, enum draw_level level,
                        const char *const *columns, struct writing *writing, struct error *error)
{
    if (!store_draw_names(store, arena, level, &writing->draws, error))
        return false;
    csv_names(writing->out, writing->findings, columns);
    put_draws(writing, writing->draws.names);
    return true;
}

static bool write_builds(struct arena *arena, struct store *store, const struct findings *findings,
                         FILE *out, struct error *error)
{
    static const char *const columns[] = {
        "phase",         "machine",         "block",   "seed", "layout_id",
        "binary_sha256", "functions_moved", "build_s", NULL};
    struct writing writing = {.findings = findings, .out = out};
    return begin_drawn(arena, store, DRAW_BUILD, columns, &writing, error) &&
           store_builds(store, &writing.draws, put_build, &writing, error);
}

static bool write_executions(struct arena *arena, struct store *store,
                             const struct findings *findings, FILE *out, struct error *error)
{
    static const char *const columns[] = {"phase",   "machine", "block", "execution", "order",
                                          "attempt", "start",   "exit",  "seconds",   NULL};
    struct writing writing = {.findings = findings, .out = out};
    return begin_drawn(arena, store, DRAW_EXECUTION, columns, &writing, error) &&
           store_attempts(store, &writing.draws, put_attempt, &writing, error);
}

static bool write_interference(struct arena *arena, struct store *store,
                               const struct findings *findings, FILE *out, struct error *error)
{
    static const char *const columns[] = {"phase",   "machine", "block", "execution",
                                          "attempt", "kind",    "count", NULL};
    struct writing writing = {.findings = findings, .out = out};
    (void)arena;
    csv_names(out, findings, columns);
    fputc('\n', out);
    return store_interference_rows(store, put_interference, &writing, error);
}

static void put_record(void *context, const struct record *record)
{
    csv_record(context, record);
}

static const char *file_name(struct arena *arena, const char *table)
{
    return arena_printf(arena, "%s.csv", table);
}

static bool write_file(struct arena *arena, struct store *store, const struct findings *findings,
                       const struct folder *folder, const char *table, csv_file *write,
                       struct error *error)
{
    struct file_writer writer;
    if (!folder_begin(&writer, folder, file_name(arena, table), error))
        return false;
    if (write(arena, store, findings, writer.stream, error))
        return file_commit(&writer, error);
    file_abandon(&writer);
    return false;
}

// These files repeat the store and may be large, so a file newer than the store is kept. They are
// not synced, so a file older than the machine's boot may have lost its contents.
static bool write_large(struct arena *arena, struct store *store, const struct findings *findings,
                        const struct folder *folder, const char *table, csv_file *write,
                        struct error *error)
{
    const char *name = file_name(arena, table), *path = path_join(arena, folder->path, name);
    file_sweep(folder->fd, name);
    return folder_has_no_link(folder, name, error) &&
           ((store_older_than(store, path) && file_is_since_boot(path)) ||
            write_file(arena, store, findings, folder, table, write, error));
}

static bool write_table(struct arena *arena, const struct findings *findings,
                        const struct folder *folder, const struct record_table *table,
                        struct error *error)
{
    struct file_writer writer;
    if (!folder_begin(&writer, folder, file_name(arena, table->name), error))
        return false;
    struct record record = table_record(arena, findings, table);
    csv_header(writer.stream, &record);
    table->each(findings, &record, put_record, writer.stream);
    return file_commit(&writer, error);
}

// Older versions wrote diagnostics.csv and interference.csv under these names.
static void remove_former_files(const struct folder *csv)
{
    unlinkat(csv->fd, "evidence.csv", 0);
    unlinkat(csv->fd, "disturbances.csv", 0);
}

bool report_csv(struct store *store, const struct findings *findings, const struct folder *campaign,
                struct error *error)
{
    struct arena scratch = {0};
    FOLDER_CLEANUP struct folder csv = {0};
    bool done =
        folder_enter(&csv, campaign, "csv", error) &&
        write_large(&scratch, store, findings, &csv, "samples", write_samples, error) &&
        write_large(&scratch, store, findings, &csv, "builds", write_builds, error) &&
        write_large(&scratch, store, findings, &csv, "executions", write_executions, error) &&
        write_large(&scratch, store, findings, &csv, "interference", write_interference, error) &&
        write_file(&scratch, store, findings, &csv, "pictures", csv_pictures, error);
    for (size_t i = 0; done && i < record_table_count; i++)
        done = write_table(&scratch, findings, &csv, &record_tables[i], error);
    done = done && write_table(&scratch, findings, &csv, &canary_table, error);
    if (findings->attributions)
        done = done && write_table(&scratch, findings, &csv, &attribution_table, error);
    if (findings->explained)
        done = done && write_table(&scratch, findings, &csv, &explained_table, error) &&
               write_table(&scratch, findings, &csv, &function_table, error);
    if (findings->bias)
        done = done && write_table(&scratch, findings, &csv, &bias_table, error) &&
               write_table(&scratch, findings, &csv, &bias_conclusion_table, error);
    if (findings->derived)
        done = done && write_table(&scratch, findings, &csv, &derived_table, error);
    if (done)
        remove_former_files(&csv);
    arena_release(&scratch);
    return done;
}
