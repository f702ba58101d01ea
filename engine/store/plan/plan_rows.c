// Writing the plan piece by piece.
#include "store/plan/plan_rows.h"

#include "model/phase.h"
#include "store/database.h"
#include "store/transactions.h"

#include <inttypes.h>
#include <stdio.h>

static bool write_build(struct store *store, const struct planned_build *build, int64_t block,
                        struct error *error)
{
    char seed[17];
    snprintf(seed, sizeof seed, "%016" PRIx64, build->seed);
    return RUN(store, error,
               "INSERT INTO build(block, variant, seed, state) VALUES(?, ?, ?, 'planned')",
               bound_integer(block), bound_integer((int64_t)build->variant), bound_text(seed));
}

static bool write_execution(struct store *store, const struct planned_execution *execution,
                            int64_t build, struct error *error)
{
    char seed[17];
    snprintf(seed, sizeof seed, "%016" PRIx64, execution->seed);
    return RUN(store, error,
               "INSERT INTO execution(build, number, position, seed, warmup, iterations, state)"
               " VALUES(?, ?, ?, ?, ?, ?, 'planned')",
               bound_integer(build), bound_integer((int64_t)execution->number),
               bound_integer((int64_t)execution->order), bound_text(seed),
               bound_integer((int64_t)execution->warmup),
               bound_integer((int64_t)execution->iterations));
}

static bool write_block(struct store *store, const struct planned_block *block, int64_t machine,
                        struct error *error)
{
    return RUN(store, error, "INSERT INTO block(cell, phase, machine, number) VALUES(?, ?, ?, ?)",
               bound_integer((int64_t)block->cell), bound_integer(block->phase == PHASE_REAL),
               bound_integer(machine), bound_integer((int64_t)block->number));
}

// The id that the next row of a table will get; only its last rows are ever deleted.
static bool next_id(struct store *store, const char *sql, int64_t *id, struct error *error)
{
    return store_integer(store, store_bind(store, sql, NULL, 0, error), id, error);
}

static bool write_plan(struct store *store, const struct plan *plan, int64_t *first_build,
                       int64_t *first_execution, struct error *error)
{
    struct arena scratch = {0};
    const char *host = store_get(store, &scratch, FACT_HOST);
    int64_t machine = 0, block = 0;
    bool done =
        store_machine(store, host ? host : "local", &machine, error) &&
        next_id(store, "SELECT coalesce(max(id), 0) + 1 FROM block", &block, error) &&
        next_id(store, "SELECT coalesce(max(id), 0) + 1 FROM build", first_build, error) &&
        next_id(store, "SELECT coalesce(max(id), 0) + 1 FROM execution", first_execution, error);
    arena_release(&scratch);
    for (size_t i = 0; done && i < plan->block_count; i++)
        done = write_block(store, &plan->blocks[i], machine, error);
    for (size_t i = 0; done && i < plan->build_count; i++)
        done = write_build(store, &plan->builds[i], block + (int64_t)plan->builds[i].block, error);
    for (size_t i = 0; done && i < plan->execution_count; i++)
        done = write_execution(store, &plan->executions[i],
                               *first_build + (int64_t)plan->executions[i].build, error);
    return done;
}

static bool write_pieces(struct store *store, struct planner *planner, int64_t *first_build,
                         int64_t *first_execution, struct error *error)
{
    bool done = true, more = true;
    for (size_t i = 0; done && more; i++) {
        struct arena scratch = {0};
        struct plan piece;
        int64_t build = 0, execution = 0;
        more = plan_next(planner, &scratch, PIECE_EXECUTIONS, &piece);
        done = write_plan(store, &piece, &build, &execution, error);
        arena_release(&scratch);
        if (i == 0) {
            *first_build = build;
            *first_execution = execution;
        }
    }
    return done;
}

bool store_planned(struct store *store, struct planner *planner, int64_t *first_build,
                   int64_t *first_execution, struct error *error)
{
    return store_begin(store, error) &&
           store_end(store, write_pieces(store, planner, first_build, first_execution, error),
                     error);
}

static bool extend(struct store *store, struct planner *planner, const struct stored_fact *facts,
                   size_t count, struct error *error)
{
    int64_t build, execution;
    bool done = write_pieces(store, planner, &build, &execution, error) &&
                store_sql(store, "DELETE FROM fact WHERE key = '" FACT_FINISHED "'", error);
    for (size_t i = 0; done && i < count; i++)
        done = store_set(store, facts[i].key, facts[i].value, error);
    return done;
}

bool store_extend_plan(struct store *store, struct planner *planner,
                       const struct stored_fact *facts, size_t count, struct error *error)
{
    return store_begin(store, error) &&
           store_end(store, extend(store, planner, facts, count, error), error);
}
