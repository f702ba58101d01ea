// Writing builds and their draws.
#include "store/builds.h"

#include "store/database.h"
#include "store/draws.h"
#include "store/transactions.h"

static bool write_build_result(struct store *store, int64_t build,
                               const struct build_result *result, struct error *error)
{
    if (!result)
        return RUN(store, error, "UPDATE build SET state = 'done', seconds = 0 WHERE id = ?",
                   bound_integer(build));
    // One that was made before, by a campaign that was resumed, must be the same again.
    return RUN(store, error,
               "UPDATE build SET state = 'done', layout_id = ?1, binary_sha256 = ?2,"
               " functions_moved = ?3, seconds = coalesce(seconds, ?4) WHERE id = ?5"
               " AND (layout_id IS NULL OR (layout_id = ?1 AND binary_sha256 = ?2))",
               bound_text(result->layout_id), bound_text(result->binary_sha256),
               bound_integer((int64_t)result->functions_moved), bound_real(result->seconds),
               bound_integer(build)) &&
           (sqlite3_changes(store->db) == 1 ||
            failed(error, EXIT_FAILED,
                   "a layout that was measured before is built differently now: one of its inputs "
                   "has changed"));
}

static bool write_build_draws(struct store *store, int64_t build, const struct draws *draws,
                              struct error *error)
{
    const struct bound key[] = {bound_integer(build)};
    return write_draws(store,
                       "INSERT OR REPLACE INTO build_draw(build, name, place, value)"
                       " VALUES(?, ?, ?, ?)",
                       key, 1, draws, error);
}

bool store_build(struct store *store, int64_t build, const struct build_result *result,
                 const struct draws *draws, struct error *error)
{
    return store_join(store, error) &&
           store_leave(store,
                       write_build_result(store, build, result, error) &&
                           write_build_draws(store, build, draws, error),
                       error);
}

static bool write_skipped(struct store *store, int64_t build, struct error *error)
{
    return RUN(store, error,
               "UPDATE execution SET state = 'failed' WHERE build = ? AND state = 'planned'",
               bound_integer(build));
}

static bool write_build_failure(struct store *store, int64_t build, struct error *error)
{
    return RUN(store, error, "UPDATE build SET state = 'failed' WHERE id = ? AND state = 'planned'",
               bound_integer(build)) &&
           write_skipped(store, build, error);
}

bool store_give_up(struct store *store, int64_t build, struct error *error)
{
    return store_begin(store, error) &&
           store_end(store, write_build_failure(store, build, error), error);
}

// Which builds were made ahead depends on interruptions: one that nothing executed is not kept.
static bool unmake(struct store *store, int64_t build, struct error *error)
{
    return RUN(store, error,
               "UPDATE build SET state = 'planned', layout_id = NULL, binary_sha256 = NULL,"
               " functions_moved = NULL, seconds = NULL WHERE id = ? AND NOT EXISTS"
               " (SELECT 1 FROM execution JOIN attempt ON attempt.execution = execution.id"
               " WHERE execution.build = build.id)",
               bound_integer(build)) &&
           RUN(store, error,
               "DELETE FROM build_draw WHERE build IN"
               " (SELECT id FROM build WHERE id = ? AND state = 'planned')",
               bound_integer(build));
}

bool store_skip(struct store *store, int64_t build, struct error *error)
{
    return store_join(store, error) &&
           store_leave(store, write_skipped(store, build, error) && unmake(store, build, error),
                       error);
}
