// Reading the stored plan and its state.
#include "store/plan/resume.h"

#include "model/phase.h"
#include "store/database.h"
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
                  "this eswexp plans the experiment differently than the stored plan: resume with "
                  "the version that began it");
}

static struct stored_step read_step(sqlite3_stmt *row)
{
    const char *state = (const char *)sqlite3_column_text(row, 3);
    return (struct stored_step){.open = strcmp(state, "planned") == 0,
                                .succeeded = strcmp(state, "done") == 0,
                                .attempts = sqlite3_column_int(row, 4)};
}

static bool has_seed(sqlite3_stmt *row, const struct planned_execution *execution)
{
    char seed[17];
    snprintf(seed, sizeof seed, "%016" PRIx64, execution->seed);
    return strcmp((const char *)sqlite3_column_text(row, 2), seed) == 0;
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
        if (!store_step(store, rows, &row, error))
            return false;
        if (!row || sqlite3_column_int64(rows, 0) != first_execution + (int64_t)i ||
            sqlite3_column_int64(rows, 1) != first_build + (int64_t)plan->executions[i].build ||
            !has_seed(rows, &plan->executions[i])) {
            sqlite3_reset(rows);
            return another_plan(error);
        }
        steps[i] = read_step(rows);
    }
    sqlite3_reset(rows);
    return true;
}

// Where the blocks of each cell are in a plan, ordered by number.
struct block_places {
    size_t *first_number, *first_place; // by cell
    size_t *blocks;                     // indices in the plan, cell after cell
};

static struct block_places places_of(struct arena *arena, const struct plan *plan, size_t cells)
{
    struct block_places places = {arena_new_array(arena, size_t, cells),
                                  arena_new_array(arena, size_t, cells + 1),
                                  arena_new_array(arena, size_t, plan->block_count)};
    size_t *filled = arena_new_array(arena, size_t, cells);
    for (size_t i = 0; i < plan->block_count; i++)
        places.first_place[plan->blocks[i].cell + 1]++;
    for (size_t cell = 0; cell < cells; cell++)
        places.first_place[cell + 1] += places.first_place[cell];
    for (size_t i = 0; i < plan->block_count; i++) {
        size_t cell = plan->blocks[i].cell;
        if (!filled[cell])
            places.first_number[cell] = plan->blocks[i].number;
        places.blocks[places.first_place[cell] + filled[cell]++] = i;
    }
    return places;
}

// Finds the execution of the plan that belongs to a row; false if there is none.
static bool find_execution(const struct block_places *places, const struct plan *plan,
                           sqlite3_stmt *row, size_t *index)
{
    size_t cell = (size_t)sqlite3_column_int64(row, 5);
    size_t place = (size_t)sqlite3_column_int64(row, 6) - places->first_number[cell];
    if (place >= places->first_place[cell + 1] - places->first_place[cell])
        return false;
    const struct planned_block *block =
        &plan->blocks[places->blocks[places->first_place[cell] + place]];
    size_t order = (size_t)sqlite3_column_int64(row, 8) - 1;
    *index = block->first_execution + order;
    return order < block->execution_count &&
           plan->executions[*index].build ==
               block->first_build + (size_t)sqlite3_column_int64(row, 7) &&
           has_seed(row, &plan->executions[*index]);
}

static const char scattered_sql[] =
    "SELECT execution.id, execution.build, execution.seed, execution.state,"
    " (SELECT count(*) FROM attempt WHERE attempt.execution = execution.id),"
    " block.cell, block.number, build.variant, execution.position"
    " FROM execution CROSS JOIN build ON build.id = execution.build"
    " CROSS JOIN block ON block.id = build.block WHERE block.phase = ?";

bool store_scattered_steps(struct store *store, const struct plan *plan, enum phase phase,
                           size_t cells, int64_t *builds, int64_t *executions,
                           struct stored_step *steps, struct error *error)
{
    struct arena scratch = {0};
    struct block_places places = places_of(&scratch, plan, cells);
    sqlite3_stmt *rows = BIND(store, error, scattered_sql, bound_integer(phase == PHASE_REAL));
    size_t found = 0, index = 0;
    bool row = rows != NULL, done = row, same = true;
    memset(executions, 0, plan->execution_count * sizeof *executions);
    for (; row && same; found += row) {
        done = store_step(store, rows, &row, error);
        row = done && row;
        same = !row || (find_execution(&places, plan, rows, &index) && !executions[index]);
        if (!row || !same)
            break;
        executions[index] = sqlite3_column_int64(rows, 0);
        builds[plan->executions[index].build] = sqlite3_column_int64(rows, 1);
        steps[index] = read_step(rows);
    }
    sqlite3_reset(rows);
    arena_release(&scratch);
    return done && ((same && found == plan->execution_count) || another_plan(error));
}
