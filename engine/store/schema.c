// The tables of a store. Ids of axes, variants and cells are their indices in the experiment.
#include "store/schema.h"

const char store_schema[] =
    "CREATE TABLE fact(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE event(id INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL,"
    " text TEXT NOT NULL);"

    // What is compared. `execution_level` and `build_level`: such a level is part of the cell;
    // `paced`: the harness iterates as often as it is told. The rest is known after the pilot.
    "CREATE TABLE axis(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE variant(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE cell(id INTEGER PRIMARY KEY, benchmark TEXT NOT NULL,"
    " execution_level INTEGER NOT NULL, build_level INTEGER NOT NULL, paced INTEGER NOT NULL,"
    " warmup INTEGER, pilot_iterations INTEGER, half_width REAL, cost_s REAL);"
    "CREATE TABLE point(cell INTEGER, axis INTEGER, value TEXT NOT NULL,"
    " PRIMARY KEY(cell, axis)) WITHOUT ROWID;"
    "CREATE TABLE metric(id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL,"
    " UNIQUE(name, unit));"

    // The plan and its results. `number` is a number, or any label of imported samples. phase: 0
    // pilot, 1 real; from 2 on of an earlier fingerprint (store/plan/restart.h), or cut by the
    // end of a budget (store/plan/shorten.h), which no query counts. state: planned, done, failed.
    "CREATE TABLE machine(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE block(id INTEGER PRIMARY KEY, cell INTEGER NOT NULL, phase INTEGER NOT NULL,"
    " machine INTEGER NOT NULL, number NOT NULL, UNIQUE(cell, phase, machine, number));"
    "CREATE TABLE build(id INTEGER PRIMARY KEY, block INTEGER NOT NULL, variant INTEGER NOT NULL,"
    " seed TEXT, state TEXT NOT NULL, layout_id TEXT, binary_sha256 TEXT,"
    " functions_moved INTEGER, seconds REAL, UNIQUE(block, variant));"
    "CREATE TABLE execution(id INTEGER PRIMARY KEY, build INTEGER NOT NULL, number NOT NULL,"
    " position INTEGER, seed TEXT, warmup INTEGER, iterations INTEGER, state TEXT NOT NULL,"
    " UNIQUE(build, number));"
    "CREATE TABLE attempt(execution INTEGER, number INTEGER, start TEXT, exit TEXT NOT NULL,"
    " seconds REAL, iterating_s REAL, batch INTEGER, state TEXT NOT NULL,"
    " PRIMARY KEY(execution, number)) WITHOUT ROWID;"
    "CREATE TABLE build_draw(build INTEGER, name TEXT, place INTEGER, value TEXT NOT NULL,"
    " PRIMARY KEY(build, name)) WITHOUT ROWID;"
    "CREATE TABLE execution_draw(execution INTEGER, attempt INTEGER, name TEXT, place INTEGER,"
    " value TEXT NOT NULL, PRIMARY KEY(execution, attempt, name)) WITHOUT ROWID;"

    // Native doubles from iteration `first` (from 0) on: one row an execution and metric; imported
    // executions of very many iterations have several.
    "CREATE TABLE samples(execution INTEGER, metric INTEGER, first INTEGER, data BLOB NOT NULL,"
    " PRIMARY KEY(execution, metric, first)) WITHOUT ROWID;"

    "CREATE TABLE dimension(cell INTEGER, variant INTEGER, metric TEXT, level INTEGER,"
    " cost_s REAL NOT NULL, T2 REAL NOT NULL, closed_form REAL NOT NULL, used INTEGER NOT NULL,"
    " PRIMARY KEY(cell, variant, metric, level)) WITHOUT ROWID;";

const struct later_table later_tables[LATER_TABLES] = {
    // From format 4 on.
    {"disturbance", "(execution INTEGER, attempt INTEGER, kind TEXT, count INTEGER NOT NULL,"
                    " PRIMARY KEY(execution, attempt, kind)) WITHOUT ROWID"},
    // From format 5 on. A canary probe at the end of a block; mean of its repetitions.
    {"canary", "(block INTEGER PRIMARY KEY, start TEXT NOT NULL, cpus TEXT NOT NULL,"
               " seconds REAL NOT NULL, switches INTEGER NOT NULL)"},
    // Where the time went in one execution that was not measured; rank from 1; samples in the
    // function and in the whole profile.
    {"profile", "(cell INTEGER, variant INTEGER, rank INTEGER, tool TEXT NOT NULL,"
                " function TEXT NOT NULL, object TEXT NOT NULL, samples INTEGER NOT NULL,"
                " whole INTEGER NOT NULL, PRIMARY KEY(cell, variant, rank)) WITHOUT ROWID"},
};
