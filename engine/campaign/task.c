// Measuring one chunk on this node.
#include "campaign/task.h"

#include "base/files/cache_hold.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "campaign/compare/identical.h"
#include "campaign/fitness.h"
#include "campaign/open.h"
#include "campaign/origin/provenance.h"
#include "campaign/phase/progress.h"
#include "executor/cache_limits.h"
#include "executor/host.h"
#include "executor/local/local.h"
#include "store/chunk/chunk.h"
#include "store/facts.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct task {
    struct arena *arena;
    const struct run_options *run_options;
    const char *chunk, *job, *node; // of the request; node: never NULL
    struct cache_hold folder;
    const char *own; // the chunk's copy on this machine's disk, in this folder
    const struct spec *spec;
    struct executor *executor; // NULL until it is open
    struct store *store;
    struct progress *progress;
};

static void on_building(void *context, size_t builds)
{
    progress_building(((struct task *)context)->progress, builds);
}

static void on_executed(void *context, const struct planned_block *block, size_t variant,
                        const double *values, size_t count)
{
    progress_executed(((struct task *)context)->progress, block, variant, values, count);
}

static void on_block_done(void *context, const struct planned_block *block, double executing_s,
                          double building_s)
{
    progress_block_done(((struct task *)context)->progress, block, executing_s + building_s);
}

static const char *host_name(struct arena *arena)
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    return arena_strdup(arena, host);
}

// CHUNK.chunk → CHUNK.JOB.NODE, unique to this attempt.
static const char *result_stem(const struct task *task)
{
    const char *end = strrchr(task->chunk, '.');
    size_t length = end ? (size_t)(end - task->chunk) : strlen(task->chunk);
    return task->job ? arena_printf(task->arena, "%.*s.%s.%s", (int)length, task->chunk, task->job,
                                    task->node)
                     : arena_printf(task->arena, "%.*s.p%d.%s", (int)length, task->chunk,
                                    (int)getpid(), task->node);
}

static bool copy_chunk(struct task *task, struct error *error)
{
    if (!cache_hold_temporary(task->arena, "tasks", &task->folder, error))
        return false;
    task->own = path_join(task->arena, task->folder.path, "chunk.db");
    return file_copy(task->chunk, task->own, error);
}

static bool open_task(struct task *task, struct error *error)
{
    const struct run_options *run_options = task->run_options;
    const struct executor_request request = {.arena = task->arena,
                                             .spec = task->spec,
                                             .log = run_options->log,
                                             .stop = run_options->stop,
                                             .deadline_ns = run_options->deadline_ns,
                                             .no_wait = run_options->no_wait};
    const struct executor_driver *driver = place_here.driver;
    task->executor = driver->open(&place_here, &request, error);
    task->store = task->executor ? store_reopen(task->own, error) : NULL;
    return task->store &&
           identical_record(task->executor, IDENTICAL_MEASURED, task->store, error) &&
           provenance_record(task->executor, task->store, error) &&
           store_set(task->store, FACT_HOST, task->node, error) &&
           driver->settle(task->executor, task->store, error);
}

static bool run_plan(struct task *task, const struct plan *plan, const struct stored_ids *ids,
                     struct error *error)
{
    struct executor *executor = task->executor;
    const struct executor_events events = {task, on_building, on_executed, on_block_done, NULL};
    bool done = false;
    bool ran = executor->driver->begin(executor, plan, ids, &events, error) &&
               executor->driver->advance(executor, plan->block_count, &done, error);
    executor->driver->end(executor);
    return ran && executor_is_whole(executor, error);
}

static bool run_blocks(struct task *task, struct error *error)
{
    struct plan plan;
    struct stored_ids ids = {0};
    if (!chunk_plan(task->store, task->arena, &plan, &ids.first_build, &ids.first_execution, error))
        return false;
    struct amount amount = {.blocks_left =
                                arena_new_array(task->arena, size_t, task->spec->cell_count)};
    amount_add(&amount, &plan, NULL);
    task->progress =
        progress_start(task->arena, task->run_options->log, task->node, task->spec, &amount, 0);
    bool ran = run_plan(task, &plan, &ids, error);
    progress_end(task->progress);
    return ran;
}

static void close_task(struct task *task)
{
    if (task->executor)
        task->executor->driver->close(task->executor);
    if (task->store)
        store_close(task->store);
}

// Renames the file: the controller, which may look at any time, sees a complete file or none.
static bool hand_in(const struct task *task, const char *stem, struct error *error)
{
    const char *part = arena_printf(task->arena, "%s.part", stem);
    const char *done = arena_printf(task->arena, "%s.done", stem);
    if (!file_copy(task->own, part, error))
        return false;
    return rename(part, done) == 0 || failed_errno(error, "cannot rename '%s'", part);
}

bool task_run(struct arena *arena, const struct task_request *request,
              const struct run_options *run_options, struct text *report, struct error *error)
{
    struct task task = {.arena = arena,
                        .run_options = run_options,
                        .chunk = request->chunk,
                        .job = request->job,
                        .node = request->node ? request->node : host_name(arena)};
    struct waiting waiting = {.log = run_options->log,
                              .stop = run_options->stop,
                              .deadline_ns = run_options->deadline_ns,
                              .refused = run_options->no_wait};
    const char *stem = result_stem(&task);
    int host = -1;
    const struct spec *spec = task.spec = campaign_spec(arena, task.chunk, report, error);
    if (!spec || !host_take(&waiting, NULL, task.chunk, &host, error))
        return false;
    struct fitness_check check = {
        .arena = arena, .log = run_options->log, .stop = run_options->stop};
    bool opened = cache_sweep(run_options->log, error) &&
                  fitness_demand(&check, spec->requirements, spec->requirement_count, error) &&
                  copy_chunk(&task, error) && open_task(&task, error);
    bool ran = opened && run_blocks(&task, error);
    close_task(&task);
    host_release(host);
    struct error handing = {.code = EXIT_FINE};
    if (opened && !hand_in(&task, stem, &handing)) {
        *error = ran ? handing : *error;
        ran = false;
    }
    if (task.own && !cache_hold_remove(&task.folder, &handing))
        log_warning(run_options->log, "%s", handing.text);
    return ran;
}
