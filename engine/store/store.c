// Opening and closing stores.
#include "store/store.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/folder.h"
#include "base/files/paths.h"
#include "base/files/temporary.h"
#include "base/files/trees.h"
#include "store/database.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/schema.h"
#include "store/transactions.h"
#include "store/validate.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

// ---- A copy of a file and its logs, between two looks that find them the same

// SQLite's files: the database, its log, and the journal of a change of mode.
static const char *const ends[] = {"", "-wal", "-journal"};

enum { FILES = sizeof ends / sizeof *ends };

// What changes when a file is written; all zero for a missing one.
struct glance {
    struct {
        ino_t inode;
        off_t bytes;
        struct timespec modified;
    } files[FILES];
};

static struct glance look(struct arena *arena, const char *path)
{
    struct glance seen;
    memset(&seen, 0, sizeof seen);
    for (size_t i = 0; i < FILES; i++) {
        struct stat status;
        if (stat(arena_printf(arena, "%s%s", path, ends[i]), &status) != 0)
            continue;
        seen.files[i].inode = status.st_ino;
        seen.files[i].bytes = status.st_size;
        seen.files[i].modified = status.st_mtim;
    }
    return seen;
}

static bool copy_files(struct arena *arena, const char *path, const char *copy, struct error *error)
{
    for (size_t i = 0; i < FILES; i++) {
        const char *from = arena_printf(arena, "%s%s", path, ends[i]);
        if (file_exists(from) &&
            !file_copy(from, arena_printf(arena, "%s%s", copy, ends[i]), error))
            return false;
    }
    return true;
}

// SQLite keeps an index of a log beside the file. Where that may not be written, the log of a
// killed campaign and a file in WAL mode cannot be read. Copies the file `path` with its logs into
// a temporary folder, which the caller removes; `copy` is the path of the copy. EXIT_USAGE: another
// process is writing it.
static bool snapshot_make(struct arena *arena, const char *path, char **folder, const char **copy,
                          struct error *error)
{
    struct error ignored;
    if (!temporary_make(arena, folder, error))
        return false;
    *copy = path_join(arena, *folder, "campaign.db");
    struct glance before = look(arena, path);
    bool copied = copy_files(arena, path, *copy, error);
    struct glance after = look(arena, path);
    if (copied && memcmp(&before, &after, sizeof before) == 0)
        return true;
    if (copied)
        failed(error, EXIT_USAGE, "'%s' is being written by another process: wait for its end",
               path);
    (void)!tree_remove(*folder, &ignored);
    return false;
}

// ---- SQLite's allocator

static sqlite3_mem_methods plain;

static void *allocate(int size)
{
    void *memory = plain.xMalloc(size);
    if (!memory)
        out_of_memory();
    return memory;
}

static void *reallocate(void *before, int size)
{
    void *memory = plain.xRealloc(before, size);
    if (!memory)
        out_of_memory();
    return memory;
}

// Lets SQLite end the program without memory, as out_of_memory() does: it would lose what it reads
// in columns otherwise, and say nothing. Before the first store is opened.
static void store_memory(void)
{
    if (plain.xMalloc)
        return;
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); // unused, and it locks at every allocation
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &plain);
    sqlite3_mem_methods ours = plain;
    ours.xMalloc = allocate;
    ours.xRealloc = reallocate;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &ours);
}

// ---- Opening and closing

enum { BUSY_MS = 10000 };

// A pipe would block for ever.
static bool is_file(const char *path, struct error *error)
{
    struct stat status;
    return lstat(path, &status) != 0 || S_ISREG(status.st_mode) ||
           failed(error, EXIT_USAGE, "'%s' is no file: remove it", path);
}

// Checks the database and SQLite's files beside it, since SQLite itself would only say "unable to
// open".
static bool has_no_links(const char *path, struct error *error)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    struct arena scratch = {0};
    bool none = true;
    for (size_t i = 0; none && i < sizeof ends / sizeof *ends; i++) {
        const char *file = arena_printf(&scratch, "%s%s", path, ends[i]);
        none = path_is_no_link(file, error) && (!*path || is_file(file, error));
    }
    arena_release(&scratch);
    return none;
}

// `place`: where the file lies, if it is a copy of `path`, by which messages call it.
static struct store *open_database(const char *path, const char *place, int flags,
                                   struct error *error)
{
    if (!has_no_links(path, error))
        return NULL;
    store_memory();
    struct store *store = calloc(1, sizeof *store);
    if (!store || !(store->path = strdup(path))) {
        free(store);
        failed(error, EXIT_FAILED, "out of memory");
        return NULL;
    }
    struct arena scratch = {0};
    int opened = sqlite3_open_v2(store_path_without_links(&scratch, place), &store->db,
                                 flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, NULL);
    arena_release(&scratch);
    if (opened != SQLITE_OK) {
        store_failed(store, error);
        store_close(store);
        return NULL;
    }
    sqlite3_extended_result_codes(store->db, 1);
    sqlite3_busy_timeout(store->db, BUSY_MS);
    return store;
}

// Creates a later table; `kind` is "" or "TEMP".
static bool make_later(struct store *store, const struct later_table *table, const char *kind,
                       struct error *error)
{
    struct arena scratch = {0};
    bool done = store_sql(
        store, arena_printf(&scratch, "CREATE %s TABLE %s%s", kind, table->name, table->columns),
        error);
    arena_release(&scratch);
    return done;
}

static bool write_marks(struct store *store, struct error *error)
{
    char marks[96];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             STORE_APPLICATION, STORE_VERSION);
    return store_sql(store, marks, error);
}

static bool write_schema(struct store *store, struct error *error)
{
    if (!store_join(store, error))
        return false;
    bool done = store_sql(store, store_schema, error) && write_marks(store, error);
    for (size_t i = 0; done && i < LATER_TABLES; i++)
        done = make_later(store, &later_tables[i], "", error);
    return store_end(store, done, error);
}

static bool begin_writing(struct store *store, struct error *error)
{
    store->writes = true;
    store->relaxed = true; // nothing before the plan needs to survive a power cut
    store->synced_ns = clock_boot_ns();
    return store_sql(store,
                     "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 8000;"
                     " PRAGMA synchronous = NORMAL",
                     error);
}

// Begins a read transaction: a running campaign is seen at one moment. The first access opens the
// log and its index, which may need to be made. Without write permission SQLite also asks for that
// if it looked while another process wrote the head of the index.
static int begin_reading(struct store *store)
{
    enum { TRIES = 50 };
    static const struct timespec pause = {.tv_nsec = 2000000};
    int code = SQLITE_READONLY_RECOVERY;
    store->reading = sqlite3_exec(store->db, "SAVEPOINT reading", NULL, NULL, NULL) == SQLITE_OK;
    for (int i = 0; i < TRIES && code == SQLITE_READONLY_RECOVERY; i++) {
        if (i)
            nanosleep(&pause, NULL);
        code = sqlite3_exec(store->db, "PRAGMA schema_version", NULL, NULL, NULL);
    }
    return code & 0xff;
}

static bool read_pragma(struct store *store, const char *sql, int64_t *value, struct error *error)
{
    return store_integer(store, store_bind(store, sql, NULL, 0, error), value, error);
}

static bool has_table(struct store *store, const char *name, bool *has, struct error *error)
{
    int64_t tables = 0;
    bool done =
        store_integer(store,
                      BIND(store, error, "SELECT count(*) FROM main.sqlite_master WHERE name = ?",
                           bound_text(name)),
                      &tables, error);
    *has = tables > 0;
    return done;
}

// Creates empty temporary tables for those that the file lacks, without changing the file.
static bool stand_in(struct store *store, struct error *error)
{
    for (size_t i = 0; i < LATER_TABLES; i++) {
        bool has = false;
        if (!has_table(store, later_tables[i].name, &has, error) ||
            (!has && !make_later(store, &later_tables[i], "TEMP", error)))
            return false;
    }
    return true;
}

static bool move_in(struct store *store, const struct later_table *table, struct error *error)
{
    bool has = false;
    char drop[64];
    snprintf(drop, sizeof drop, "DROP TABLE temp.%s", table->name);
    return has_table(store, table->name, &has, error) &&
           (has || (store_sql(store, drop, error) && make_later(store, table, "", error)));
}

static bool bring_up_to_date(struct store *store, struct error *error)
{
    int64_t version = 0;
    if (!read_pragma(store, "PRAGMA user_version", &version, error))
        return false;
    if (version == STORE_VERSION)
        return true;
    bool done = store_join(store, error);
    if (!done)
        return false;
    for (size_t i = 0; i < LATER_TABLES && done; i++)
        done = move_in(store, &later_tables[i], error);
    return store_end(store, done && write_marks(store, error), error);
}

struct store *store_create(const char *path, struct error *error)
{
    if (file_exists(path)) {
        failed(error, EXIT_USAGE, "'%s' exists already: choose another --out", path);
        return NULL;
    }
    struct store *store =
        open_database(path, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
    if (store && !(begin_writing(store, error) && write_schema(store, error))) {
        store_close(store);
        return NULL;
    }
    return store;
}

struct store *store_reopen(const char *path, struct error *error)
{
    struct store *store = store_open(path, error);
    if (store && store->copied) {
        failed(error, EXIT_FAILED, "'%s' cannot be written: check the permissions of its folder",
               path);
        store_close(store);
        return NULL;
    }
    if (store)
        store_end_reading(store);
    if (store && !(begin_writing(store, error) && bring_up_to_date(store, error))) {
        store_close(store);
        return NULL;
    }
    return store;
}

struct store *store_temporary(struct error *error)
{
    struct store *store = open_database("", "", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
    if (store && !(store_sql(store, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", error) &&
                   write_schema(store, error))) {
        store_close(store);
        return NULL;
    }
    return store;
}

static bool check_marks(struct store *store, struct error *error)
{
    int64_t application = 0, version = 0, tables = 0;
    if (!read_pragma(store, "PRAGMA application_id", &application, error) ||
        !read_pragma(store, "PRAGMA user_version", &version, error) ||
        !read_pragma(store, "SELECT count(*) FROM sqlite_master", &tables, error))
        return validate_failure(store, error);
    if (application == 0 && tables == 0)
        return failed(error, EXIT_USAGE,
                      "'%s' is empty: its campaign ended before it had a plan; run it again",
                      store->path);
    if (application != STORE_APPLICATION)
        return failed(error, EXIT_USAGE, "'%s' is a database, but not a campaign's", store->path);
    if (version < STORE_OLDEST || version > STORE_VERSION)
        return failed(error, EXIT_USAGE,
                      "'%s' has format %" PRId64 ", this eswexp reads format %d: use %s eswexp",
                      store->path, version, STORE_VERSION,
                      version > STORE_VERSION ? "a newer" : "an older");
    return true;
}

// The blocks of a cell lie far apart: a larger cache keeps their pages for the next pass.
#define READING_CACHE "PRAGMA cache_size = -16384" // KiB

static bool check_campaign(struct store *store, struct error *error)
{
    validate_begin(store);
    bool whole = check_marks(store, error) && validate_schema(store, error) &&
                 store_sql(store, READING_CACHE, error) && stand_in(store, error) &&
                 validate_rows(store, error);
    validate_end(store);
    return whole;
}

// Opens a copy, whose folder goes at once: SQLite has its files open.
static struct store *open_snapshot(const char *path, struct error *error)
{
    struct arena scratch = {0};
    struct error ignored;
    char *folder;
    const char *copy;
    struct store *store = NULL;
    if (snapshot_make(&scratch, path, &folder, &copy, error)) {
        store = open_database(path, copy, SQLITE_OPEN_READWRITE, error);
        if (store) {
            store->copied = true;
            begin_reading(store); // a failure repeats when the file is checked
        }
        (void)!tree_remove(folder, &ignored);
    }
    arena_release(&scratch);
    return store;
}

// Writable if permitted, so that SQLite can recover the log of a killed campaign.
static struct store *open_readable(const char *path, struct error *error)
{
    struct store *store = open_database(path, path, SQLITE_OPEN_READWRITE, error);
    int code = store ? begin_reading(store) : SQLITE_OK;
    if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY)
        return store;
    store_close(store);
    return open_snapshot(path, error);
}

struct store *store_open(const char *path, struct error *error)
{
    if (!file_exists(path)) {
        failed(error, EXIT_USAGE, "'%s' does not exist: is its folder a campaign's?", path);
        return NULL;
    }
    struct store *store = open_readable(path, error);
    if (store && !check_campaign(store, error)) {
        store_close(store);
        return NULL;
    }
    return store;
}

bool store_is_blank(const char *path)
{
    struct error ignored;
    int64_t application = 0, tables = 0;
    STORE_CLEANUP struct store *store = open_readable(path, &ignored);
    return store && read_pragma(store, "PRAGMA application_id", &application, &ignored) &&
           read_pragma(store, "SELECT count(*) FROM sqlite_master", &tables, &ignored) &&
           !application && !tables;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    struct error unheard; // callers that need it call store_commit() first
    bool committed = store_commit(store, &unheard);
    (void)committed;
    for (size_t i = 0; i < store->statement_count; i++)
        sqlite3_finalize(store->statements[i].prepared);
    free(store->statements);
    // Without its log the file can be read in a folder without write permission. If a reader is
    // still there, the last one to close removes the log. After the checkpoint only the journal
    // mode in the header changes, which needs no wait for the disk.
    if (store->writes)
        sqlite3_exec(store->db,
                     "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA synchronous = OFF;"
                     " PRAGMA journal_mode = DELETE",
                     NULL, NULL, NULL);
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}

bool store_copy(struct store *store, const char *path, struct error *error)
{
    struct arena scratch = {0};
    store_end_reading(store); // SQLite copies in no transaction
    bool copied =
        RUN(store, error, "VACUUM INTO ?", bound_text(store_path_without_links(&scratch, path)));
    arena_release(&scratch);
    return copied;
}

void store_cleanup(struct store **store)
{
    store_close(*store);
}

// The file's last modification in nanoseconds; -1 if it is missing.
static int64_t modified_ns(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0
               ? (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec
               : -1;
}

bool store_older_than(const struct store *store, const char *path)
{
    struct arena scratch = {0};
    int64_t own = modified_ns(store->path);
    int64_t log = modified_ns(arena_printf(&scratch, "%s-wal", store->path));
    int64_t other = modified_ns(path);
    arena_release(&scratch);
    return own >= 0 && other > own && other > log;
}
