// Reading and writing facts, under their present names and those of earlier versions.
#include "store/facts.h"

#include "base/text.h"
#include "store/database.h"
#include "store/transactions.h"

#include <string.h>

// Each stands for all keys that begin with it.
static const struct {
    const char *now, *earlier;
} renamed[] = {{FACTS_PROCESS, FACTS_EARLIER_PROCESS},
               {FACT_FINGERPRINT, FACT_EARLIER_FINGERPRINT}};

// The name that an earlier version gave a key, or a prefix of keys; NULL: the same.
static const char *earlier_key(struct arena *arena, const char *key)
{
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (text_starts(key, renamed[i].now))
            return arena_printf(arena, "%s%s", renamed[i].earlier, key + strlen(renamed[i].now));
    return NULL;
}

// The present name of a key in a file; of facts of nodes, only the process settings were renamed.
static const char *present_key(struct arena *arena, const char *key)
{
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (text_starts(key, renamed[i].earlier))
            return arena_printf(arena, "%s%s", renamed[i].now, key + strlen(renamed[i].earlier));
    static const char earlier[] = "." EARLIER_PROCESS_SETTINGS;
    if (!text_starts(key, FACTS_NODE) || !text_ends(key, earlier))
        return key;
    return arena_printf(arena, "%.*s.%s", (int)(strlen(key) - strlen(earlier)), key,
                        FACT_PROCESS_SETTINGS);
}

bool store_set(struct store *store, const char *key, const char *value, struct error *error)
{
    return store_join(store, error) &&
           store_leave(store,
                       RUN(store, error, "INSERT OR REPLACE INTO fact(key, value) VALUES(?, ?)",
                           bound_text(key), bound_text(value)),
                       error);
}

static const char *value_of(struct store *store, struct arena *arena, const char *key)
{
    bool row = false;
    sqlite3_stmt *statement =
        BIND(store, &store->unread, "SELECT value FROM fact WHERE key = ?", bound_text(key));
    if (!statement || !store_step(store, statement, &row, &store->unread) || !row)
        return NULL;
    const char *value = column_string(statement, 0, arena);
    sqlite3_reset(statement);
    return value;
}

const char *store_get(struct store *store, struct arena *arena, const char *key)
{
    const char *value = value_of(store, arena, key);
    const char *earlier = value ? NULL : earlier_key(arena, key);
    return earlier ? value_of(store, arena, earlier) : value;
}

bool store_is_read(const struct store *store, struct error *error)
{
    if (store->unread.code == EXIT_FINE)
        return true;
    *error = store->unread;
    return false;
}

#define BEGIN_SO                                                                                   \
    " FROM fact WHERE substr(key, 1, length(?1)) = ?1 OR substr(key, 1, length(?2)) = ?2"

bool store_facts(struct store *store, struct arena *arena, const char *prefix,
                 struct stored_fact **facts, size_t *count, struct error *error)
{
    const char *earlier = earlier_key(arena, prefix);
    const struct bound begins[] = {bound_text(prefix), bound_text(earlier ? earlier : prefix)};
    int64_t room = 0;
    *count = 0;
    if (!store_integer(store, store_bind(store, "SELECT count(*)" BEGIN_SO, begins, 2, error),
                       &room, error))
        return false;
    *facts = arena_new_array(arena, struct stored_fact, (size_t)room);
    sqlite3_stmt *rows =
        store_bind(store, "SELECT key, value" BEGIN_SO " ORDER BY key", begins, 2, error);
    bool row = rows != NULL;
    while (row && *count < (size_t)room) {
        if (!store_step(store, rows, &row, error))
            return false;
        if (row)
            (*facts)[(*count)++] = (struct stored_fact){
                present_key(arena, column_string(rows, 0, arena)) + strlen(prefix),
                column_string(rows, 1, arena),
            };
    }
    sqlite3_reset(rows);
    return rows != NULL;
}
