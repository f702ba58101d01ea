// Finds and leaves out who measured a store, and where.
#include "store/identity.h"

#include "base/files/paths.h"
#include "store/database.h"
#include "store/facts.h"

#include <ctype.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_LEAST = 4, HOST_MOST = 256 };

static const char placeholder[] = "anonymous";

// ---- What tells who and where

// Words of experiments and reports, which tell nothing, even if a host or a user has the name.
static bool is_common(const char *name)
{
    static const char *const words[] = {
        "admin",    "base",    "bench",   "benchmark", "build",   "builder",   "cache",
        "code",     "data",    "debian",  "default",   "docker",  "fedora",    "github",
        "gitlab",   "guest",   "home",    "host",      "linux",   "local",     "main",
        "machine",  "master",  "mean",    "median",    "node",    "path",      "process",
        "root",     "runner",  "seed",    "server",    "test",    "time",      "ubuntu",
        "user",     "users",   "variant", "work",      "worker",  "debug",     "check",
        "research", "student", "head",    "setup",     "command", "localhost", placeholder};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_equal(name, words[i]))
            return true;
    return false;
}

static void add_name(struct identity *identity, const char *name)
{
    if (name && strlen(name) >= NAME_LEAST && !is_common(name))
        text_list_add_once(&identity->names, identity->arena, name);
}

static void swap(char **items, size_t at)
{
    char *item = items[at];
    items[at] = items[at - 1];
    items[at - 1] = item;
}

static void add_folder(struct identity *identity, const char *folder, const char *instead)
{
    struct text_list *folders = &identity->folders;
    if (!text_list_add_once(folders, identity->arena, folder))
        return;
    text_list_add(&identity->instead, identity->arena, instead);
    for (size_t at = folders->count - 1;
         at > 0 && strlen(folders->items[at - 1]) < strlen(folders->items[at]); at--) {
        swap(folders->items, at);
        swap(identity->instead.items, at);
    }
}

// A folder and those above it that are not of the system: at least two names deep.
static void add_folders(struct identity *identity, const char *folder)
{
    struct arena *arena = identity->arena;
    const char *instead = ".";
    if (*folder != '/' || path_within(folder, "/usr") || path_within(folder, "/opt"))
        return;
    while (strchr(folder + 1, '/')) {
        add_folder(identity, folder, instead);
        folder = path_folder(arena, folder);
        instead = text_equal(instead, ".") ? ".." : arena_printf(arena, "../%s", instead);
    }
}

static void add_process(struct identity *identity)
{
    char host[HOST_MOST] = "";
    const struct passwd *user = getpwuid(getuid());
    const char *home = getenv("HOME");
    if (gethostname(host, sizeof host - 1) == 0)
        add_name(identity, arena_strdup(identity->arena, host));
    if (user)
        add_name(identity, arena_strdup(identity->arena, user->pw_name));
    if (home && *home == '/' && home[1])
        add_folder(identity, path_normal(identity->arena, home), "~");
}

static bool add_machines(struct identity *identity, struct store *store, struct error *error)
{
    sqlite3_stmt *statement =
        BIND(store, error, "SELECT name FROM machine WHERE name <> ?", bound_text(""));
    bool row = true;
    while (statement && row) {
        if (!store_step(store, statement, &row, error))
            return false;
        if (row)
            add_name(identity, column_string(statement, 0, identity->arena));
    }
    return statement != NULL;
}

bool identity_of(struct arena *arena, struct store *store, const char *campaign,
                 struct identity *identity, struct error *error)
{
    static const char *const names[] = {FACT_HOST, FACT_PROCESS_HOST, FACT_USER};
    *identity = (struct identity){.arena = arena};
    const char *path = store_get(store, arena, FACT_PATH);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        add_name(identity, store_get(store, arena, names[i]));
    add_process(identity);
    if (path && *path == '/')
        add_folders(identity, path_folder(arena, path));
    add_folders(identity, path_absolute(arena, campaign));
    return add_machines(identity, store, error) && store_is_read(store, error);
}

// ---- Finding it in texts

// Whether the text at `at` is the name, as a whole word, or the folder, not one of a longer name.
static bool stands_at(const char *bytes, size_t size, size_t at, const char *item, bool folder)
{
    size_t length = strlen(item);
    if (size - at < length || memcmp(bytes + at, item, length) != 0)
        return false;
    char next = size - at > length ? bytes[at + length] : '\0';
    char before = at ? bytes[at - 1] : '\0';
    if (isalnum((unsigned char)next))
        return false;
    return folder ? next != '-' && next != '_' : !isalnum((unsigned char)before);
}

// What stands at a place: a number in `folders`, or behind them one in `names`; SIZE_MAX: neither.
static size_t item_at(const struct identity *identity, const char *bytes, size_t size, size_t at)
{
    size_t folders = identity->folders.count;
    for (size_t i = 0; bytes[at] == '/' && i < folders; i++)
        if (stands_at(bytes, size, at, identity->folders.items[i], true))
            return i;
    for (size_t i = 0; i < identity->names.count; i++)
        if (stands_at(bytes, size, at, identity->names.items[i], false))
            return folders + i;
    return SIZE_MAX;
}

char *identity_left_out(const struct identity *identity, const char *text)
{
    TEXT_CLEANUP struct text cleaned = {0};
    size_t size = strlen(text), folders = identity->folders.count;
    for (size_t at = 0; at < size;) {
        size_t item = item_at(identity, text, size, at);
        if (item == SIZE_MAX) {
            text_add_bytes(&cleaned, text + at++, 1);
            continue;
        }
        bool folder = item < folders;
        text_printf(&cleaned, "%s", folder ? identity->instead.items[item] : placeholder);
        at +=
            strlen(folder ? identity->folders.items[item] : identity->names.items[item - folders]);
    }
    return arena_strdup(identity->arena, cleaned.length ? cleaned.bytes : "");
}

const char *identity_found(const struct identity *identity, const char *bytes, size_t size)
{
    size_t folders = identity->folders.count;
    for (size_t at = 0; at < size; at++) {
        size_t item = item_at(identity, bytes, size, at);
        if (item != SIZE_MAX)
            return item < folders ? identity->folders.items[item]
                                  : identity->names.items[item - folders];
    }
    return NULL;
}

// ---- Leaving it out of a store

static void sql_left_out(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    struct arena scratch = {0};
    struct identity identity = *(const struct identity *)sqlite3_user_data(context);
    identity.arena = &scratch;
    const char *text = (const char *)sqlite3_value_text(values[0]);
    sqlite3_result_text(context, identity_left_out(&identity, text ? text : ""), -1,
                        SQLITE_TRANSIENT);
    arena_release(&scratch);
}

bool store_anonymise(struct store *store, const struct identity *identity, struct error *error)
{
    // One statement for every column of texts.
    static const char columns[] =
        "SELECT group_concat('UPDATE \"' || t.name || '\" SET \"' || c.name || '\" = left_out(\"'"
        " || c.name || '\") WHERE typeof(\"' || c.name || '\") = ''text'' AND left_out(\"'"
        " || c.name || '\") <> \"' || c.name || '\"', ';')"
        " FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = ? AND c.type = 'TEXT'";
    struct arena *arena = identity->arena;
    struct identity own = *identity; // the function is called only here
    if (sqlite3_create_function(store->db, "left_out", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, &own,
                                sql_left_out, NULL, NULL) != SQLITE_OK)
        return store_failed(store, error);
    sqlite3_stmt *statement = BIND(store, error, columns, bound_text("table"));
    bool row;
    if (!statement || !store_step(store, statement, &row, error))
        return false;
    const char *updates = column_string(statement, 0, arena);
    sqlite3_reset(statement);
    return store_sql(store, "PRAGMA secure_delete = ON", error) &&
           store_sql(store, updates, error) && store_set(store, FACT_HOST, placeholder, error) &&
           store_set(store, FACT_PROCESS_HOST, placeholder, error) &&
           store_set(store, FACT_USER, placeholder, error) &&
           store_set(store, FACTS_MACHINE "host", placeholder, error) &&
           store_sql(store, "UPDATE machine SET name = 'machine ' || id", error);
}
