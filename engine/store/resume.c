// Reading how far a campaign came.
#include "store/resume.h"

#include "store/transactions.h"

#include <inttypes.h>
#include <string.h>

static void read_cell(sqlite3_stmt *row, struct repetitions *cell)
{
    size_t blocks = (size_t)sqlite3_column_int64(row, 1);
    size_t variants = (size_t)sqlite3_column_int64(row, 2);
    *cell = (struct repetitions){
        .blocks = blocks,
        .executions = (size_t)sqlite3_column_int64(row, 3) / (blocks * variants),
        .iterations = (size_t)sqlite3_column_int64(row, 4),
        .warmup = (size_t)sqlite3_column_int64(row, 5),
        .first_block = (size_t)sqlite3_column_int64(row, 6),
    };
}

static bool read_firsts(struct store *store, enum phase phase, int64_t *first_build,
                        int64_t *first_execution, struct error *error)
{
    struct bound key = bound_integer(phase == PHASE_REAL);
    return store_integer(store,
                         store_bind(store,
                                    "SELECT min(build.id) FROM build"
                                    " JOIN block ON block.id = build.block WHERE block.phase = ?",
                                    &key, 1, error),
                         first_build, error) &&
           store_integer(store,
                         store_bind(store,
                                    "SELECT min(execution.id) FROM execution"
                                    " JOIN build ON build.id = execution.build"
                                    " JOIN block ON block.id = build.block WHERE block.phase = ?",
                                    &key, 1, error),
                         first_execution, error);
}

bool store_phase(struct store *store, enum phase phase, size_t cells,
                 struct repetitions *repetitions, int64_t *first_build, int64_t *first_execution,
                 bool *planned, struct error *error)
{
    sqlite3_stmt *rows =
        BIND(store, error,
             "SELECT block.cell, count(DISTINCT block.id), count(DISTINCT build.variant), count(*),"
             " max(execution.iterations), max(execution.warmup), min(block.number)"
             " FROM block JOIN build ON build.block = block.id"
             " JOIN execution ON execution.build = build.id WHERE block.phase = ?"
             " GROUP BY block.cell",
             bound_integer(phase == PHASE_REAL));
    bool row = rows != NULL;
    *planned = false;
    memset(repetitions, 0, cells * sizeof *repetitions);
    while (row) {
        if (!store_step(store, rows, &row, error))
            return false;
        if (row)
            read_cell(rows, &repetitions[sqlite3_column_int64(rows, 0)]);
        *planned = *planned || row;
    }
    return rows && (!*planned || read_firsts(store, phase, first_build, first_execution, error));
}

bool store_has_phase(struct store *store, enum phase phase, bool *planned, struct error *error)
{
    int64_t found = 0;
    bool done =
        store_integer(store,
                      BIND(store, error, "SELECT EXISTS(SELECT 1 FROM block WHERE phase = ?)",
                           bound_integer(phase == PHASE_REAL)),
                      &found, error);
    *planned = found > 0;
    return done;
}

static bool another_plan(struct error *error)
{
    return failed(error, EXIT_USAGE,
                  "the stored plan is not the one that this eswexp makes of the same experiment: "
                  "resume with the version that began it");
}

bool store_steps(struct store *store, const struct plan *plan, int64_t first_build,
                 int64_t first_execution, struct stored_step *steps, struct error *error)
{
    sqlite3_stmt *rows =
        BIND(store, error,
             "SELECT execution.id, execution.build, execution.seed, execution.state,"
             " (SELECT count(*) FROM attempt WHERE attempt.execution = execution.id)"
             " FROM execution WHERE id >= ?1 AND id < ?1 + ?2 ORDER BY id",
             bound_integer(first_execution), bound_integer((int64_t)plan->execution_count));
    if (!rows)
        return false;
    for (size_t i = 0; i < plan->execution_count; i++) {
        bool row = false;
        char seed[17];
        snprintf(seed, sizeof seed, "%016" PRIx64, plan->executions[i].seed);
        if (!store_step(store, rows, &row, error))
            return false;
        if (!row || sqlite3_column_int64(rows, 0) != first_execution + (int64_t)i ||
            sqlite3_column_int64(rows, 1) != first_build + (int64_t)plan->executions[i].build ||
            strcmp((const char *)sqlite3_column_text(rows, 2), seed) != 0) {
            sqlite3_reset(rows);
            return another_plan(error);
        }
        const char *state = (const char *)sqlite3_column_text(rows, 3);
        steps[i] = (struct stored_step){.open = strcmp(state, "planned") == 0,
                                        .succeeded = strcmp(state, "done") == 0,
                                        .attempts = sqlite3_column_int(rows, 4)};
    }
    sqlite3_reset(rows);
    return true;
}
