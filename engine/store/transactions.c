// Transactions. Results of executions wait in memory until a commit is worth its time: statements
// that run one after the other find their code and data in the caches, which every child leaves
// cold.
#include "store/transactions.h"

#include "base/clock.h"
#include "store/executions.h"

struct waiting_execution {
    struct stored_execution execution;
    struct waiting_execution *next;
};

// A sync takes 0.2 to 4 ms, as disks go, and a commit alone 0.1: an execution may take less.
static const int64_t SYNC_EVERY_NS = 250000000, COMMIT_EVERY_NS = 20000000;

static bool begin(struct store *store, bool relaxed, struct error *error)
{
    if (store->relaxed != relaxed &&
        !store_sql(store, relaxed ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL",
                   error))
        return false;
    store->relaxed = relaxed;
    return store_run(store, "BEGIN IMMEDIATE", NULL, 0, error);
}

bool store_begin(struct store *store, struct error *error)
{
    return store_commit(store, error) && begin(store, false, error);
}

bool store_end(struct store *store, bool done, struct error *error)
{
    store->shared = false;
    if (done && store_run(store, "COMMIT", NULL, 0, error)) {
        if (!store->relaxed)
            store->synced_ns = clock_boot_ns();
        return true;
    }
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL); // may have been done by SQLite itself
    return false;
}

bool store_join(struct store *store, struct error *error)
{
    if (!sqlite3_get_autocommit(store->db))
        return true;
    store->shared_ns = clock_boot_ns();
    store->shared = begin(store, store->shared_ns - store->synced_ns < SYNC_EVERY_NS, error);
    return store->shared;
}

bool store_leave(struct store *store, bool done, struct error *error)
{
    if (!store->shared)
        return done;
    if (done && clock_boot_ns() - store->shared_ns < COMMIT_EVERY_NS)
        return true;
    return store_end(store, done, error);
}

bool store_execution(struct store *store, const struct stored_execution *execution,
                     struct error *error)
{
    if (!store->first_waiting) {
        store->last_waiting = &store->first_waiting;
        store->waiting_ns = clock_boot_ns();
    }
    struct waiting_execution *waiting = arena_new(&store->waiting_memory, struct waiting_execution);
    execution_copy(&store->waiting_memory, execution, &waiting->execution);
    *store->last_waiting = waiting;
    store->last_waiting = &waiting->next;
    return clock_boot_ns() - store->waiting_ns < COMMIT_EVERY_NS || store_commit(store, error);
}

static bool write_waiting(struct store *store, struct error *error)
{
    const struct waiting_execution *waiting = store->first_waiting;
    if (!waiting)
        return true;
    store->first_waiting = NULL;
    bool done = store_join(store, error);
    for (; done && waiting; waiting = waiting->next)
        done = execution_write(store, &waiting->execution, error);
    arena_release(&store->waiting_memory);
    return done;
}

bool store_commit(struct store *store, struct error *error)
{
    bool written = write_waiting(store, error);
    return store->shared ? store_end(store, written, error) : written;
}
