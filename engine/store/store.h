// The store: one SQLite file a campaign, written between executions, read by everything after.
//
// WAL: what a call has acknowledged survives a crash. Results of builds and of executions that take
// less than a commit is worth are acknowledged together, by store_commit() or by the first result
// after 20 ms, and are on the disk, safe from a power cut, a quarter of a second of measuring
// later. All values of one metric of one execution are one BLOB of doubles (native little-endian).
// Others may read while one process writes. Reading is in store/catalogue.h, store/samples.h,
// store/rows.h and store/outcomes.h.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "model/level.h"
#include "plan/plan.h"
#include "model/build_result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

// Creates the file `path` for writing; it must not exist, its folder must.
NODISCARD struct store *store_create(const char *path, struct error *error);
// Opens a finished or running campaign for reading; a missing, foreign or newer file is EXIT_USAGE,
// and so is one that is not whole (store/validate.h).
// Of one of an earlier format nothing is known of what is stored only since.
NODISCARD struct store *store_open(const char *path, struct error *error);
// A store for writing that leaves nothing behind; large ones spill to the temporary folder.
NODISCARD struct store *store_temporary(struct error *error);
// Leaves one file, campaign.db.
void store_close(struct store *store);
#define STORE_CLEANUP __attribute__((cleanup(store_cleanup)))
void store_cleanup(struct store **store);

// The same store as a file of its own, which must not be there: equal stores give equal bytes.
NODISCARD bool store_copy(struct store *store, const char *path, struct error *error);

// Whether the file `path` was written after everything in the store.
bool store_older_than(const struct store *store, const char *path);

// Facts about the campaign. store_spec() sets "experiment", "question", "spec", "seed",
// "path", "confidence", "precision", "allocation", "warmup" (auto or a number), "pilot_iterations",
// "iteration", "real.LEVEL" (a count that the file fixes, or 0), "quick" (yes), "claim.N" (from 1),
// "derive.N.name" and its "formula", "unit" and "against" ("": none),
// "summary" and "summary.BENCHMARK" (as in the file; none: mean) and "better.METRIC.UNIT" (less,
// more), "incidental.METRIC" (yes); the campaign sets "machine.NAME" and "host", "revision",
// "version", "started", "finished" (yes), "budget_s", "placement.cpus" and "placement.host" (of
// `cpus: auto`), "placement.memory", "placement.standing", "toolchain.BENCHMARK.VARIANT",
// "program.BENCHMARK.VARIANT" (SHA-256; "…, FILE": of a file in the command),
// "randomized.BENCHMARK.VARIANT" and "fixed.BENCHMARK.VARIANT" (randomizers that draw, and that
// hold one value), "clock.BENCHMARK.VARIANT" (analysis/clocks.h), "simulation.CELL.VARIANT" (their
// numbers: seconds in valgrind, of the last execution), "revision.VARIANT" and
// "reported.METRIC.UNIT" (less, more, unknown: what is better of a metric that `measure` does not
// name). store_restart() sets "identity" and "was.N.KEY".
NODISCARD bool store_set(struct store *store, const char *key, const char *value,
                         struct error *error);
// NULL if there is none.
const char *store_get(struct store *store, struct arena *arena, const char *key);

// A fact, its key without the prefix it was asked by.
struct stored_fact {
    const char *key, *value;
};
// All facts whose keys begin with `prefix`, by key.
NODISCARD bool store_facts(struct store *store, struct arena *arena, const char *prefix,
                           struct stored_fact **facts, size_t *count, struct error *error);

// Something worth a line later: what was dropped, not randomized, extended. Shown by report.
NODISCARD bool store_event(struct store *store, const char *kind, const char *text,
                           struct error *error);

// The same, but not what an earlier session said in the same words.
NODISCARD bool store_event_once(struct store *store, const char *kind, const char *text,
                                struct error *error);

// Writes the experiment's facts, and names of axes, cells and variants, once.
NODISCARD bool store_spec(struct store *store, const struct spec *spec, struct error *error);

// Writes a phase's plan in one transaction; returns the ids that its first build and execution got
// (the others follow in order). Its blocks are on the machine that the fact "host" names ("local").
NODISCARD bool store_plan(struct store *store, const struct plan *plan, int64_t *first_build,
                          int64_t *first_execution, struct error *error);
// The same of all that a planner makes.
NODISCARD bool store_planned(struct store *store, struct planner *planner, int64_t *first_build,
                             int64_t *first_execution, struct error *error);
enum { PIECE_EXECUTIONS = 1 << 15 }; // of a plan in memory

// A build that succeeded. `result`: NULL where nothing is built and only draws were made.
NODISCARD bool store_build(struct store *store, int64_t build, const struct build_result *result,
                           const struct draws *draws, struct error *error);
// A build that failed for good, or whose variant is given up: what of it is still planned fails. To
// be called for every build that will not be executed to its end, since a block counts for analysis
// only when nothing of it is planned any more.
NODISCARD bool store_give_up(struct store *store, int64_t build, struct error *error);

// One metric's values of one execution.
struct stored_series {
    const char *metric, *unit;
    const double *values;
    size_t count;
};

// What disturbed an execution: its process was moved to another CPU, or taken off its CPU; the
// machine throttled.
enum interference {
    INTERFERENCE_MIGRATION,
    INTERFERENCE_SWITCH,
    INTERFERENCE_THROTTLING,
    INTERFERENCE_KINDS
};

// What became of one attempt, with its samples: one transaction.
struct stored_execution {
    int64_t execution;
    int attempt;        // from 1
    const char *start;  // UTC
    const char *exit;   // "0", "signal 11", "timeout", "no samples" …
    bool counts;        // false: failed; its samples are not kept
    bool final;         // no other attempt follows
    double seconds;     // wall time of the whole process
    double iterating_s; // part of it inside measured iterations, for the costs
    uint64_t batch;     // iterations a sample averages over (0: not batched)
    uint64_t interference[INTERFERENCE_KINDS]; // how often
    const struct draws *draws;
    const struct stored_series *series;
    size_t series_count;
};
NODISCARD bool store_execution(struct store *store, const struct stored_execution *execution,
                               struct error *error);

// Commits results that are still together; before anything that may take long.
NODISCARD bool store_commit(struct store *store, struct error *error);

// A row of dimensioning.csv.
struct stored_dimension {
    size_t variant;
    const char *metric;
    int level;                      // 1 iteration, 2 execution, 3 build
    double cost_s, T2, closed_form; // closed_form 0: it has no answer
    size_t used;
};

// What the pilot said about a cell. Of every pilot execution's values the first `warmup` are
// dropped and the next `pilot_iterations` taken (0: all).
struct stored_dimensioning {
    size_t cell, warmup, pilot_iterations;
    double half_width, cost_s; // relative half-width and wall time to expect of the real experiment
    const struct stored_dimension *rows;
    size_t row_count;
};
NODISCARD bool store_dimensioning(struct store *store,
                                  const struct stored_dimensioning *dimensioning,
                                  struct error *error);
