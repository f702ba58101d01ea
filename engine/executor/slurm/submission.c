// Writing chunks, and submitting them as an array job.
#include "executor/slurm/internal.h"

#include "base/clock.h"
#include "base/files/files.h"
#include "base/files/installation.h"
#include "base/shell_words.h"
#include "run/tail.h"
#include "store/chunk/chunk.h"

#include <time.h>

enum { SUBMISSIONS_MOST = 4, LOG_LINES = 12, LOG_BYTES = 2048, LOG_LIMIT = 1 << 20 };

// Tasks build and measure on the node's own disk, at the same path on every node.
static const char *script_of(const struct dispatched *dispatched, struct arena *arena)
{
    const struct slurm_context *slurm_context = dispatched->slurm_context;
    char moment[32] = "";
    if (slurm_context->deadline_ns) {
        time_t at =
            time(NULL) + (time_t)((slurm_context->deadline_ns - clock_boot_ns()) / 1000000000);
        struct tm utc;
        gmtime_r(&at, &utc);
        strftime(moment, sizeof moment, " --until %Y-%m-%dT%H:%M:%S", &utc);
    }
    return arena_printf(arena,
                        "export TZ=UTC XDG_CACHE_HOME=\"${TMPDIR:-/tmp}/eswexp-$(id -u)\"\n"
                        "exec %s task%s \"$(printf '%%s/%s-%%04d.chunk' %s \"$ELEMENT\")\"\n",
                        text_as_word(arena, installation_program(arena)), moment, dispatched->phase,
                        text_as_word(arena, dispatched->tasks));
}

static const char *last_words(const struct dispatched *dispatched, size_t index,
                              struct arena *arena)
{
    struct error ignored;
    TEXT_CLEANUP struct text log = {0};
    const char *path = chunk_file(dispatched, index, "log", arena);
    if (!file_read(path, LOG_LIMIT, &log, &ignored) || !log.length)
        return arena_printf(arena, "'%s' does not say why", path);
    return arena_printf(arena, "'%s' ends with:\n%s", path,
                        tail_of(arena, log.bytes, log.length, LOG_LINES, LOG_BYTES));
}

static bool write_chunk(struct dispatched *dispatched, size_t index, struct arena *arena,
                        struct error *error)
{
    struct chunk *chunk = &dispatched->chunks[index];
    if (chunk->submissions >= SUBMISSIONS_MOST)
        return failed(error, EXIT_FAILED, "%s-%04zu was submitted %u times without a result: %s",
                      dispatched->phase, index, chunk->submissions,
                      last_words(dispatched, index, arena));
    size_t first = chunk->first, end = chunk->first + chunk->count;
    while (!block_is_open(dispatched, first)) // a task handed it in before it was ended
        first++;
    chunk->submissions++;
    chunk->missed = 0;
    return chunk_write(dispatched->slurm_context->store, dispatched->plan,
                       dispatched->ids->first_build, dispatched->ids->first_execution, first,
                       end - first, chunk_file(dispatched, index, "chunk", arena), error);
}

static double seconds_left(const struct slurm_context *slurm_context)
{
    double left = (double)(slurm_context->deadline_ns - clock_boot_ns()) * 1e-9;
    return !slurm_context->deadline_ns ? 0 : left > 1 ? left : 1;
}

static bool submit(struct dispatched *dispatched, const size_t *elements, size_t count,
                   struct arena *arena, struct error *error)
{
    const struct slurm_context *slurm_context = dispatched->slurm_context;
    const char *script = script_of(dispatched, arena);
    for (size_t i = 0; i < count; i++)
        if (!write_chunk(dispatched, elements[i], arena, error))
            return false;
    const char *log = arena_printf(arena, "%s/%s-%%4a.log", dispatched->tasks, dispatched->phase);
    if (slurm_submit(&slurm_context->cluster->slurm, dispatched->job, script, log, elements, count,
                     slurm_context->cluster->nodes, seconds_left(slurm_context), error)) {
        log_note(slurm_context->log, "%s, %s: %zu tasks submitted, %zu blocks to do",
                 slurm_context->name, dispatched->phase, count, dispatched->blocks_left);
        return true;
    }
    if (error->code != EXIT_UNFIT) // EXIT_UNFIT: it may have been accepted, or may be later
        return false;
    log_warning(slurm_context->log, "%s", error->text);
    for (size_t i = 0; i < count; i++)
        dispatched->chunks[elements[i]].submissions--;
    return true;
}

bool chunks_submit(struct dispatched *dispatched, const size_t *elements, size_t count,
                   struct error *error)
{
    struct arena scratch = {0};
    bool done = submit(dispatched, elements, count, &scratch, error);
    arena_release(&scratch);
    return done;
}
