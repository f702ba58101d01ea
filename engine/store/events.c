// Reading and writing events.
#include "store/events.h"

#include "base/clock.h"
#include "store/database.h"
#include "store/transactions.h"

// Earlier versions stored them among the events about layouts.
#define EARLIER_WHOLE_OBJECTS "units of code are whole objects"

static bool add_event(struct store *store, const char *statement, const char *kind,
                      const char *text, struct error *error)
{
    char now[32];
    clock_utc(now);
    return store_join(store, error) && store_leave(store,
                                                   RUN(store, error, statement, bound_text(now),
                                                       bound_text(kind), bound_text(text)),
                                                   error);
}

bool store_event(struct store *store, const char *kind, const char *text, struct error *error)
{
    return add_event(store, "INSERT INTO event(at, kind, text) VALUES(?1, ?2, ?3)", kind, text,
                     error);
}

bool store_event_once(struct store *store, const char *kind, const char *text, struct error *error)
{
    return add_event(store,
                     "INSERT INTO event(at, kind, text) SELECT ?1, ?2, ?3"
                     " WHERE NOT EXISTS (SELECT 1 FROM event WHERE text = ?3)",
                     kind, text, error);
}

bool store_event_instead(struct store *store, const char *kind, const char *text,
                         struct error *error)
{
    return store_join(store, error) &&
           store_leave(store,
                       RUN(store, error, "DELETE FROM event WHERE kind = ?", bound_text(kind)) &&
                           store_event(store, kind, text, error),
                       error);
}

static void read_event(sqlite3_stmt *statement, struct arena *arena, void *row)
{
    *(struct event_row *)row =
        (struct event_row){column_string(statement, 0, arena), column_string(statement, 1, arena),
                           column_string(statement, 2, arena)};
}

bool store_events(struct store *store, struct arena *arena, struct event_row **rows, size_t *count,
                  struct error *error)
{
    static const struct row_array kind = {
        "SELECT count(*) FROM event",
        "SELECT at, CASE WHEN kind = '" EVENT_LAYOUT "' AND text LIKE '%" EARLIER_WHOLE_OBJECTS "%'"
        " THEN '" EVENT_WHOLE_OBJECTS "' ELSE kind END, text FROM event ORDER BY id",
        sizeof **rows, read_event};
    void *array = NULL;
    bool done = store_rows(store, arena, &kind, &array, count, error);
    *rows = array;
    return done;
}
