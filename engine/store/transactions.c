// Transactions: single ones, and those that small writes share.
#include "store/transactions.h"

#include "base/clock.h"
#include "store/database.h"
#include "store/executions.h"
#include "store/facts.h"

enum { SYNC_EVERY_NS = 250000000 };

static bool begin(struct store *store, bool relaxed, struct error *error)
{
    if (store->relaxed != relaxed &&
        !store_sql(store, relaxed ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL",
                   error))
        return false;
    store->relaxed = relaxed;
    return store_run(store, "BEGIN IMMEDIATE", NULL, 0, error);
}

void store_end_reading(struct store *store)
{
    if (store->reading)
        sqlite3_exec(store->db, "RELEASE reading", NULL, NULL, NULL);
    store->reading = false;
}

bool store_begin(struct store *store, struct error *error)
{
    store_end_reading(store);
    return store_commit(store, error) && begin(store, false, error);
}

// Whoever measures on would measure for nothing.
static bool is_in_place(struct store *store, struct error *error)
{
    int moved = 0;
    sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return !moved || failed(error, EXIT_FAILED,
                            "'%s' was removed or renamed while it was measured: leave it in place, "
                            "and measure again",
                            store->path);
}

bool store_end(struct store *store, bool done, struct error *error)
{
    store->shared = false;
    store->joined = 0;
    if (done && store_is_read(store, error) && store_run(store, "COMMIT", NULL, 0, error)) {
        if (store->relaxed)
            return true;
        store->synced_ns = clock_boot_ns();
        return is_in_place(store, error);
    }
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL); // may have been done by SQLite itself
    return false;
}

bool store_join(struct store *store, struct error *error)
{
    store_end_reading(store);
    if (sqlite3_get_autocommit(store->db)) {
        store->shared_ns = clock_boot_ns();
        store->joined = 0;
        store->shared = begin(store, store->shared_ns - store->synced_ns < SYNC_EVERY_NS, error);
        if (!store->shared)
            return false;
    }
    store->joined++;
    return true;
}

bool store_leave(struct store *store, bool done, struct error *error)
{
    if (!store->shared)
        return done;
    store->joined -= store->joined > 0;
    if (done && (store->joined || clock_boot_ns() - store->shared_ns < COMMIT_EVERY_NS))
        return true;
    return store_end(store, done, error);
}

bool store_commit(struct store *store, struct error *error)
{
    bool written = store_waiting(store, error);
    return store->shared ? store_end(store, written, error) : written;
}
