// Finds and leaves out who measured a store, and where.
#include "store/identity.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "store/database.h"
#include "store/facts.h"

#include <ctype.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_LEAST = 4, HOST_MOST = 256, FILE_MOST = 1 << 30 };

static const char placeholder[] = "anonymous";

// ---- What tells who and where

// The list ends with NULL.
static bool is_among(const char *const *words, const char *word)
{
    while (*words && !text_equal(*words, word))
        words++;
    return *words;
}

// Words of experiments and reports, which tell nothing, even if a host or a user has the name.
static const char *const common[] = {
    "admin",  "base",   "bench",   "benchmark", "build",   "builder",  "cache",
    "check",  "code",   "command", "data",      "debian",  "debug",    "default",
    "docker", "fedora", "github",  "gitlab",    "guest",   "head",     "home",
    "host",   "linux",  "local",   "localhost", "machine", "main",     "master",
    "mean",   "median", "node",    "path",      "process", "research", "root",
    "runner", "seed",   "server",  "setup",     "student", "test",     "time",
    "ubuntu", "user",   "users",   "variant",   "work",    "worker",   NULL};

static void add(struct identity *identity, struct telling one)
{
    size_t at = identity->count;
    for (size_t i = 0; i < at; i++)
        if (text_equal(identity->items[i].text, one.text))
            return;
    identity->items = arena_grown(identity->arena, identity->items, at, sizeof one);
    for (; at > 0 && strlen(identity->items[at - 1].text) < strlen(one.text); at--)
        identity->items[at] = identity->items[at - 1];
    identity->items[at] = one;
    identity->count++;
}

// Of a name that was left out before, nothing is left to find.
static void add_name(struct identity *identity, const char *name)
{
    if (!name || !*name || text_starts(name, placeholder))
        return;
    if (strlen(name) < NAME_LEAST || is_among(common, name))
        text_list_add_once(&identity->vague, identity->arena, name);
    else
        add(identity, (struct telling){name, placeholder, false});
}

// "engine.lab.example" is told by "engine" and by "lab.example", too.
static void add_host(struct identity *identity, const char *host)
{
    const char *domain = host ? strchr(host, '.') : NULL;
    add_name(identity, host);
    if (!domain)
        return;
    add_name(identity, arena_strndup(identity->arena, host, (size_t)(domain - host)));
    add_name(identity, domain + 1);
}

// Whose home folder a path is below: the name behind "/home/".
static void add_owner(struct identity *identity, const char *path)
{
    static const char *const homes[] = {"/home/", "/Users/", "/users/"};
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
        const char *at = strstr(path, homes[i]);
        const char *name = at ? at + strlen(homes[i]) : "";
        add_name(identity, arena_strndup(identity->arena, name, strcspn(name, "/")));
    }
}

// A folder and those above it that are not of the system: at least two names deep.
static void add_folders(struct identity *identity, const char *folder)
{
    struct arena *arena = identity->arena;
    const char *instead = ".";
    add_owner(identity, folder);
    if (*folder != '/' || path_within(folder, "/usr") || path_within(folder, "/opt"))
        return;
    while (strchr(folder + 1, '/')) {
        add(identity, (struct telling){folder, instead, true});
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
        add_host(identity, arena_strdup(identity->arena, host));
    if (user)
        add_name(identity, arena_strdup(identity->arena, user->pw_name));
    if (!home || *home != '/' || !home[1])
        return;
    home = path_normal(identity->arena, home);
    add(identity, (struct telling){home, "~", true});
    add_name(identity, strrchr(home, '/') + 1);
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
            add_host(identity, column_string(statement, 0, identity->arena));
    }
    return statement != NULL;
}

bool identity_of(struct arena *arena, struct store *store, const char *campaign,
                 struct identity *identity, struct error *error)
{
    *identity = (struct identity){.arena = arena};
    const char *path = store_get(store, arena, FACT_PATH);
    add_host(identity, store_get(store, arena, FACT_HOST));
    add_host(identity, store_get(store, arena, FACT_PROCESS_HOST));
    add_name(identity, store_get(store, arena, FACT_USER));
    add_process(identity);
    if (path && *path == '/')
        add_folders(identity, path_folder(arena, path));
    add_folders(identity, path_absolute(arena, campaign));
    return add_machines(identity, store, error) && store_is_read(store, error);
}

// ---- Finding it in texts

static char byte_at(const char *bytes, size_t size, size_t at)
{
    return at < size ? bytes[at] : '\0';
}

// Whether a name stands there as a whole word, or a folder that is not one of a longer name.
static bool stands_at(const char *bytes, size_t size, size_t at, const struct telling *one)
{
    size_t length = strlen(one->text);
    if (size - at < length || memcmp(bytes + at, one->text, length) != 0)
        return false;
    unsigned char next = (unsigned char)byte_at(bytes, size, at + length);
    if (isalnum(next))
        return false;
    return one->folder ? next != '-' && next != '_' : !at || !isalnum((unsigned char)bytes[at - 1]);
}

static const struct telling *telling_at(const struct identity *identity, const char *bytes,
                                        size_t size, size_t at)
{
    for (size_t i = 0; i < identity->count; i++)
        if (stands_at(bytes, size, at, &identity->items[i]))
            return &identity->items[i];
    return NULL;
}

static bool is_of_path(char character)
{
    return isalnum((unsigned char)character) || (unsigned char)character >= 0x80 ||
           (character && strchr("/._~+@%-", character));
}

// Whether the first name of a path, of which more follow, is a folder, and none of the system.
static bool is_of_users(const char *path, size_t length)
{
    static const char *const of_system[] = {"bin",   "boot",  "dev",    "etc", "gnu", "lib",
                                            "lib32", "lib64", "libx32", "nix", "opt", "proc",
                                            "run",   "sbin",  "snap",   "sys", "usr", NULL};
    static const char *const of_users[] = {"Users",   "data", "home", "media", "mnt",  "root",
                                           "scratch", "srv",  "tmp",  "var",   "work", NULL};
    struct arena scratch = {0};
    const char *first = arena_strndup(&scratch, path + 1, strcspn(path + 1, "/"));
    bool is = *first && strlen(first) + 2 < length && !is_among(of_system, first) &&
              (is_among(of_users, first) || folder_exists(arena_printf(&scratch, "/%s", first)));
    arena_release(&scratch);
    return is;
}

// The bytes of an absolute path that begins there and is not of the system, or 0. An option of one
// letter may stand before it, as in -I/srv/lib.
static size_t path_at(const char *text, size_t at)
{
    char before = at ? text[at - 1] : ' ';
    bool option = at > 1 && isalpha((unsigned char)before) && text[at - 2] == '-';
    size_t length = 0;
    if (text[at] != '/' || ((is_of_path(before) || strchr("})*<", before)) && !option))
        return 0;
    while (is_of_path(text[at + length]))
        length++;
    while (length > 1 && text[at + length - 1] == '.')
        length--;
    return text[at + 1] != '/' && is_of_users(text + at, length) ? length : 0;
}

char *identity_left_out(const struct identity *identity, const char *text)
{
    TEXT_CLEANUP struct text cleaned = {0};
    for (size_t size = strlen(text), at = 0; at < size;) {
        const struct telling *one = telling_at(identity, text, size, at);
        size_t path = one ? 0 : path_at(text, at);
        if (one)
            text_add(&cleaned, one->instead);
        else if (path)
            text_printf(&cleaned, "/%s", placeholder);
        else
            text_add_bytes(&cleaned, text + at, 1);
        at += one ? strlen(one->text) : path ? path : 1;
    }
    return arena_strdup(identity->arena, cleaned.length ? cleaned.bytes : "");
}

const char *identity_found(const struct identity *identity, const char *bytes, size_t size)
{
    for (size_t at = 0; at < size; at++) {
        const struct telling *one = telling_at(identity, bytes, size, at);
        if (one)
            return one->text;
    }
    return NULL;
}

// What of the identity a file has, or NULL.
static bool find_in_file(const struct identity *identity, const char *folder, const char *name,
                         const char **found, struct error *error)
{
    TEXT_CLEANUP struct text bytes = {0};
    const char *path = path_join(identity->arena, folder, name);
    *found = identity_found(identity, name, strlen(name));
    if (*found || folder_exists(path))
        return true;
    if (!file_read(path, FILE_MOST, &bytes, error))
        return false;
    *found = identity_found(identity, bytes.bytes, bytes.length);
    return true;
}

bool identity_is_left_out(const struct identity *identity, const char *folder, struct error *error)
{
    struct text_list names;
    const char *all = "";
    if (!tree_list(identity->arena, folder, &names, error))
        return false;
    for (size_t i = 0; i < names.count; i++) {
        const char *found;
        if (!find_in_file(identity, folder, names.items[i], &found, error))
            return false;
        if (found)
            all = arena_printf(identity->arena, "%s%s'%s' in '%s'", all, *all ? ", " : "", found,
                               names.items[i]);
    }
    return !*all || failed(error, EXIT_FAILED, "not anonymous: %s", all);
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
           store_sql(store, "UPDATE machine SET name = 'anonymous ' || id", error);
}
