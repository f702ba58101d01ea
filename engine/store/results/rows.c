// Reading builds and attempts row by row, each with its draws.
#include "store/results/rows.h"

#include "base/text.h"
#include "model/level.h"
#include "model/phase.h"
#include "randomizers/randomizer.h"
#include "store/database.h"

#include <string.h>

static const char *const draw_names_sql[] = {
    [DRAW_BUILD] = "SELECT name FROM build_draw GROUP BY name ORDER BY min(build), min(place)",
    [DRAW_EXECUTION] =
        "SELECT name FROM execution_draw GROUP BY name ORDER BY min(execution), min(place)",
};

static const char *const draws_sql[] = {
    [DRAW_BUILD] = "SELECT name, value FROM build_draw WHERE build = ?",
    [DRAW_EXECUTION] = "SELECT name, value FROM execution_draw WHERE execution = ? AND attempt = ?",
};

bool store_draw_names(struct store *store, struct arena *arena, enum draw_level level,
                      struct draw_names *names, struct error *error)
{
    sqlite3_stmt *statement = store_bind(store, draw_names_sql[level], NULL, 0, error);
    struct text_list list = {0};
    bool row = statement != NULL;
    while (row) {
        if (!store_step(store, statement, &row, error))
            return false;
        if (row)
            text_list_add(&list, arena, column_string(statement, 0, arena));
    }
    *names = (struct draw_names){(const char **)list.items, list.count};
    return statement != NULL;
}

// The draws of one build, or of one execution's attempt, by name; all "" first.
static bool read_draws(struct store *store, struct arena *arena, enum draw_level level,
                       const struct bound *key, const struct draw_names *names, const char ***draws,
                       struct error *error)
{
    if (names->count == 0)
        return true;
    *draws = arena_new_array(arena, const char *, names->count);
    for (size_t i = 0; i < names->count; i++)
        (*draws)[i] = "";
    sqlite3_stmt *statement =
        store_bind(store, draws_sql[level], key, level == DRAW_BUILD ? 1 : 2, error);
    bool row = statement != NULL;
    while (row) {
        if (!store_step(store, statement, &row, error))
            return false;
        for (size_t i = 0; row && i < names->count; i++)
            if (strcmp(names->names[i], (const char *)sqlite3_column_text(statement, 0)) == 0)
                (*draws)[i] = column_string(statement, 1, arena);
    }
    return statement != NULL;
}

static const char builds_sql[] =
    "SELECT build.id, block.cell, build.variant, block.phase, machine.name, block.number,"
    " build.seed, build.layout_id, build.binary_sha256, build.functions_moved, build.seconds"
    " FROM build JOIN block ON block.id = build.block JOIN machine ON machine.id = block.machine"
    " WHERE build.state = 'done' AND block.phase < 2 ORDER BY build.id";

static bool read_build(struct store *store, struct arena *arena, sqlite3_stmt *rows,
                       const struct draw_names *names, struct build_row *row, struct error *error)
{
    *row = (struct build_row){
        .cell = (size_t)sqlite3_column_int64(rows, 1),
        .variant = (size_t)sqlite3_column_int64(rows, 2),
        .phase = sqlite3_column_int(rows, 3) ? PHASE_REAL : PHASE_PILOT,
        .machine = column_text(rows, 4),
        .block = column_text(rows, 5),
        .seed = column_text(rows, 6),
        .layout_id = column_text(rows, 7),
        .binary_sha256 = column_text(rows, 8),
        .functions_moved = column_text(rows, 9),
        .seconds = sqlite3_column_double(rows, 10),
    };
    const struct bound key[] = {bound_integer(sqlite3_column_int64(rows, 0))};
    return read_draws(store, arena, DRAW_BUILD, key, names, &row->draws, error);
}

bool store_builds(struct store *store, const struct draw_names *names, build_visitor *visit,
                  void *context, struct error *error)
{
    sqlite3_stmt *rows = store_bind(store, builds_sql, NULL, 0, error);
    bool more = rows != NULL, done = more;
    while (more) {
        struct arena scratch = {0};
        struct build_row row;
        done = store_step(store, rows, &more, error) &&
               (!more || read_build(store, &scratch, rows, names, &row, error));
        more = done && more && visit(context, &row);
        arena_release(&scratch);
    }
    sqlite3_reset(rows);
    return done;
}

static const char attempts_sql[] =
    "SELECT attempt.execution, block.cell, build.variant, block.phase, machine.name, block.number,"
    " execution.number, execution.position, attempt.start, attempt.exit, attempt.number,"
    " attempt.seconds"
    " FROM attempt JOIN execution ON execution.id = attempt.execution"
    " JOIN build ON build.id = execution.build JOIN block ON block.id = build.block"
    " JOIN machine ON machine.id = block.machine WHERE block.phase < 2"
    " ORDER BY attempt.execution, attempt.number";

static bool read_attempt(struct store *store, struct arena *arena, sqlite3_stmt *rows,
                         const struct draw_names *names, struct attempt_row *row,
                         struct error *error)
{
    *row = (struct attempt_row){
        .cell = (size_t)sqlite3_column_int64(rows, 1),
        .variant = (size_t)sqlite3_column_int64(rows, 2),
        .phase = sqlite3_column_int(rows, 3) ? PHASE_REAL : PHASE_PILOT,
        .machine = column_text(rows, 4),
        .block = column_text(rows, 5),
        .execution = column_text(rows, 6),
        .order = column_text(rows, 7),
        .start = column_text(rows, 8),
        .exit = column_text(rows, 9),
        .attempt = sqlite3_column_int(rows, 10),
        .seconds = sqlite3_column_double(rows, 11),
    };
    const struct bound key[] = {bound_integer(sqlite3_column_int64(rows, 0)),
                                bound_integer(row->attempt)};
    return read_draws(store, arena, DRAW_EXECUTION, key, names, &row->draws, error);
}

bool store_attempts(struct store *store, const struct draw_names *names, attempt_visitor *visit,
                    void *context, struct error *error)
{
    sqlite3_stmt *rows = store_bind(store, attempts_sql, NULL, 0, error);
    bool more = rows != NULL, done = more;
    while (more) {
        struct arena scratch = {0};
        struct attempt_row row;
        done = store_step(store, rows, &more, error) &&
               (!more || read_attempt(store, &scratch, rows, names, &row, error));
        more = done && more && visit(context, &row);
        arena_release(&scratch);
    }
    sqlite3_reset(rows);
    return done;
}
