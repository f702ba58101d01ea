// Reading and writing canary probes.
#include "store/results/canary.h"

#include "store/database.h"
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

static void read_probe(sqlite3_stmt *statement, struct arena *arena, void *row)
{
    *(struct canary_probe *)row = (struct canary_probe){
        .start = column_string(statement, 0, arena),
        .cpus = column_string(statement, 1, arena),
        .seconds = sqlite3_column_double(statement, 2),
        .switches = sqlite3_column_int64(statement, 3),
        .machine = column_string(statement, 4, arena),
        .cell = (size_t)sqlite3_column_int64(statement, 5),
        .phase = sqlite3_column_int(statement, 6) ? PHASE_REAL : PHASE_PILOT,
        .block = column_string(statement, 7, arena),
    };
}

bool store_canary_probes(struct store *store, struct arena *arena, struct canary_probe **probes,
                         size_t *count, struct error *error)
{
    static const struct row_array array = {"SELECT count(*) FROM canary", probe_sql,
                                           sizeof **probes, read_probe};
    void *rows = NULL;
    bool done = store_rows(store, arena, &array, &rows, count, error);
    *probes = rows;
    return done;
}
