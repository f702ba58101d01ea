// Looks of the canary in a store.
#include "store/canary.h"

#include "model/phase.h"
#include "store/transactions.h"

bool store_canary(struct store *store, int64_t build, const struct canary_probe *probe,
                  struct error *error)
{
    return store_join(store, error) &&
           store_leave(store,
                       RUN(store, error,
                           "INSERT OR REPLACE INTO canary(block, start, cpus, seconds, switches)"
                           " SELECT block, ?2, ?3, ?4, ?5 FROM build WHERE id = ?1",
                           bound_integer(build), bound_text(probe->start), bound_text(probe->cpus),
                           bound_real(probe->seconds), bound_integer(probe->switches)),
                       error);
}

static const char probe_sql[] =
    "SELECT canary.start, canary.cpus, canary.seconds, canary.switches, machine.name, block.cell,"
    " block.phase, block.number FROM canary JOIN block ON block.id = canary.block"
    " JOIN machine ON machine.id = block.machine WHERE block.phase < 2"
    " ORDER BY block.machine, canary.cpus, canary.start, canary.block";

bool store_canary_probes(struct store *store, struct arena *arena, struct canary_probe **probes,
                         size_t *count, struct error *error)
{
    int64_t room = 0;
    *count = 0;
    if (!store_integer(store, store_bind(store, "SELECT count(*) FROM canary", NULL, 0, error),
                       &room, error))
        return false;
    *probes = arena_new_array(arena, struct canary_probe, (size_t)room);
    sqlite3_stmt *rows = store_bind(store, probe_sql, NULL, 0, error);
    bool row = rows != NULL;
    while (row && *count < (size_t)room) {
        if (!store_step(store, rows, &row, error))
            return false;
        if (row)
            (*probes)[(*count)++] = (struct canary_probe){
                .start = column_string(rows, 0, arena),
                .cpus = column_string(rows, 1, arena),
                .seconds = sqlite3_column_double(rows, 2),
                .switches = sqlite3_column_int64(rows, 3),
                .machine = column_string(rows, 4, arena),
                .cell = (size_t)sqlite3_column_int64(rows, 5),
                .phase = sqlite3_column_int(rows, 6) ? PHASE_REAL : PHASE_PILOT,
                .block = column_string(rows, 7, arena),
            };
    }
    sqlite3_reset(rows);
    return rows != NULL;
}
