// Attempts at executions wait in memory until a commit is worth its time: statements that run one
// after the other find their code and data in the caches, which every child leaves cold.
#include "store/executions.h"

#include "base/clock.h"
#include "store/database.h"
#include "store/draws.h"
#include "store/transactions.h"

#include <string.h>

struct waiting_execution {
    struct stored_execution execution;
    struct waiting_execution *next;
};

const char *interference_name(enum interference kind)
{
    static const char *const names[INTERFERENCE_KINDS] = {
        [INTERFERENCE_MIGRATION] = "migration",
        [INTERFERENCE_SWITCH] = "involuntary_switch",
        [INTERFERENCE_THROTTLING] = "throttling",
    };
    return names[kind];
}

static bool write_execution_draws(struct store *store, const struct stored_execution *execution,
                                  struct error *error)
{
    const struct bound key[] = {bound_integer(execution->execution),
                                bound_integer(execution->attempt)};
    return write_draws(store,
                       "INSERT INTO execution_draw(execution, attempt, name, place, value)"
                       " VALUES(?, ?, ?, ?, ?)",
                       key, 2, execution->draws, error);
}

static bool write_interference(struct store *store, const struct stored_execution *execution,
                               struct error *error)
{
    bool done = true;
    for (int kind = 0; done && kind < INTERFERENCE_KINDS; kind++)
        if (execution->interference[kind])
            done = RUN(store, error,
                       "INSERT INTO disturbance(execution, attempt, kind, count)"
                       " VALUES(?, ?, ?, ?)",
                       bound_integer(execution->execution), bound_integer(execution->attempt),
                       bound_text(interference_name(kind)),
                       bound_integer((int64_t)execution->interference[kind]));
    return done;
}

static bool write_series(struct store *store, int64_t execution, const struct stored_series *series,
                         struct error *error)
{
    static const char insert[] =
        "INSERT INTO samples SELECT ?1, id, 0, ?4 FROM metric WHERE name = ?2 AND unit = ?3";
    const struct bound values[] = {
        bound_integer(execution), bound_text(series->metric), bound_text(series->unit),
        bound_blob(series->values, series->count * sizeof *series->values)};
    int64_t metric = 0;
    return store_run(store, insert, values, 4, error) &&
           (sqlite3_changes(store->db) == 1 ||
            (store_metric(store, series->metric, series->unit, &metric, error) &&
             store_run(store, insert, values, 4, error)));
}

static bool write_attempt(struct store *store, const struct stored_execution *execution,
                          struct error *error)
{
    const char *state = execution->counts ? "done" : "failed";
    bool done =
        RUN(store, error,
            "INSERT INTO attempt(execution, number, start, exit, seconds, iterating_s, batch,"
            " state) VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
            bound_integer(execution->execution), bound_integer(execution->attempt),
            bound_text(execution->start), bound_text(execution->exit),
            bound_real(execution->seconds), bound_real(execution->iterating_s),
            bound_integer((int64_t)execution->batch), bound_text(state)) &&
        write_execution_draws(store, execution, error) &&
        write_interference(store, execution, error) &&
        (!(execution->counts || execution->final) ||
         RUN(store, error, "UPDATE execution SET state = ? WHERE id = ?", bound_text(state),
             bound_integer(execution->execution)));
    for (size_t i = 0; done && execution->counts && i < execution->series_count; i++)
        if (execution->series[i].count > 0)
            done = write_series(store, execution->execution, &execution->series[i], error);
    return done;
}

static void copy_attempt(struct arena *memory, const struct stored_execution *execution,
                         struct stored_execution *own)
{
    *own = *execution;
    own->start = arena_strdup(memory, execution->start);
    own->exit = arena_strdup(memory, execution->exit);
    if (execution->draws) {
        struct draws *draws = arena_new(memory, struct draws);
        *draws = *execution->draws;
        own->draws = draws;
    }
    struct stored_series *series =
        arena_new_array(memory, struct stored_series, execution->series_count);
    for (size_t i = 0; i < execution->series_count; i++) {
        const struct stored_series *from = &execution->series[i];
        double *values = arena_new_array(memory, double, from->count);
        if (from->count)
            memcpy(values, from->values, from->count * sizeof *values);
        series[i] = (struct stored_series){arena_strdup(memory, from->metric),
                                           arena_strdup(memory, from->unit), values, from->count};
    }
    own->series = series;
}

bool store_execution(struct store *store, const struct stored_execution *execution,
                     struct error *error)
{
    if (!store->first_waiting) {
        store->last_waiting = &store->first_waiting;
        store->waiting_ns = clock_boot_ns();
    }
    struct waiting_execution *waiting = arena_new(&store->waiting_memory, struct waiting_execution);
    copy_attempt(&store->waiting_memory, execution, &waiting->execution);
    *store->last_waiting = waiting;
    store->last_waiting = &waiting->next;
    return clock_boot_ns() - store->waiting_ns < COMMIT_EVERY_NS || store_commit(store, error);
}

bool store_waiting(struct store *store, struct error *error)
{
    const struct waiting_execution *waiting = store->first_waiting;
    if (!waiting)
        return true;
    store->first_waiting = NULL;
    bool done = store_join(store, error);
    for (; done && waiting; waiting = waiting->next)
        done = write_attempt(store, &waiting->execution, error);
    arena_release(&store->waiting_memory);
    return done;
}
