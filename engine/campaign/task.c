// One chunk, measured here.
#include "campaign/task.h"

#include "base/files/cache.h"
#include "campaign/fitness.h"
#include "campaign/progress.h"
#include "campaign/provenance.h"
#include "executor/affinity.h"
#include "executor/build_batch.h"
#include "executor/host.h"
#include "store/chunks.h"
#include "base/files/trees.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct task {
    struct arena *arena;
    const struct run_options *run_options;
    const char *chunk, *own, *node; // the chunk, its copy on our disk, our name
    struct local_executor executor;
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

static void on_block_done(void *context, const struct planned_block *block, double seconds)
{
    progress_block_done(((struct task *)context)->progress, block, seconds);
}

static const char *node_name(struct arena *arena)
{
    char host[256] = "";
    const char *node = getenv("SLURMD_NODENAME");
    if (node && *node)
        return node;
    gethostname(host, sizeof host - 1);
    return arena_strdup(arena, host);
}

// CHUNK.chunk → CHUNK.JOB.NODE, unlike that of any other attempt.
static const char *result_stem(const struct task *task)
{
    const char *job = getenv("SLURM_JOB_ID"), *end = strrchr(task->chunk, '.');
    size_t length = end ? (size_t)(end - task->chunk) : strlen(task->chunk);
    return job && *job
               ? arena_printf(task->arena, "%.*s.%s.%s", (int)length, task->chunk, job, task->node)
               : arena_printf(task->arena, "%.*s.p%d.%s", (int)length, task->chunk, (int)getpid(),
                              task->node);
}

static bool copy_chunk(struct task *task, const char *stem, struct error *error)
{
    char *folder = NULL;
    if (!cache_folder(task->arena, "tasks", &folder, error))
        return false;
    const char *name = strrchr(stem, '/');
    task->own = arena_printf(task->arena, "%s/%s.db", folder, name ? name + 1 : stem);
    return file_copy(task->chunk, task->own, error);
}

static bool open_task(struct task *task, const struct spec *spec, struct error *error)
{
    struct text_list missing = {0};
    const struct run_options *run_options = task->run_options;
    task->executor = (struct local_executor){.arena = task->arena,
                                             .spec = spec,
                                             .log = run_options->log,
                                             .stop = run_options->stop,
                                             .no_wait = run_options->no_wait};
    task->executor.deadline.at_ns = run_options->deadline_ns;
    deadline_begin(&task->executor.deadline, task->arena, spec->cell_count);
    if (!local_executor_open(&task->executor, &missing, error))
        return false;
    task->executor.store = store_reopen(task->own, error);
    return task->executor.store && provenance_record(&task->executor, &missing, error) &&
           store_set(task->executor.store, "host", task->node, error) &&
           affinity_settle(&task->executor, error);
}

static bool run_blocks(struct task *task, struct error *error)
{
    struct plan plan;
    struct stored_ids ids = {0};
    if (!chunk_plan(task->executor.store, task->arena, &plan, &ids.first_build,
                    &ids.first_execution, error))
        return false;
    struct amount amount = {
        .blocks_left = arena_new_array(task->arena, size_t, task->executor.spec->cell_count)};
    amount_add(&amount, &plan, NULL);
    task->progress = progress_start(task->arena, task->run_options->log, task->node,
                                    task->executor.spec, &amount);
    struct executor_events events = {task, on_building, on_executed, on_block_done};
    struct plan_cursor cursor = {
        .executor = &task->executor, .plan = &plan, .ids = &ids, .events = &events};
    plan_cursor_begin(&cursor);
    bool ran = plan_cursor_run(&cursor, plan.block_count, error);
    plan_cursor_end(&cursor);
    progress_end(task->progress);
    return ran && local_executor_is_whole(&task->executor, error);
}

// There whole or not at all, for a controller that may look at any time.
static bool hand_in(const struct task *task, const char *stem, struct error *error)
{
    const char *part = arena_printf(task->arena, "%s.part", stem);
    const char *done = arena_printf(task->arena, "%s.done", stem);
    if (!file_copy(task->own, part, error))
        return false;
    return rename(part, done) == 0 || failed_errno(error, "cannot rename '%s'", part);
}

bool task_run(struct arena *arena, const char *chunk, const struct run_options *run_options,
              struct text *report, struct error *error)
{
    struct task task = {.arena = arena,
                        .run_options = run_options,
                        .chunk = chunk,
                        .node = node_name(arena),
                        .executor = {.lock = -1}};
    struct waiting waiting = {.log = run_options->log,
                              .stop = run_options->stop,
                              .deadline_ns = run_options->deadline_ns,
                              .refused = run_options->no_wait};
    const char *stem = result_stem(&task);
    int host = -1;
    const struct spec *spec = campaign_spec(arena, chunk, report, error);
    if (!spec || !host_take(&waiting, chunk, &host, error))
        return false;
    struct fitness_look look = {.arena = arena, .log = run_options->log, .stop = run_options->stop};
    bool opened = fitness_demand(&look, spec->requirements, spec->requirement_count, error) &&
                  copy_chunk(&task, stem, error) && open_task(&task, spec, error);
    bool ran = opened && run_blocks(&task, error);
    local_executor_close(&task.executor);
    if (task.executor.store)
        store_close(task.executor.store);
    host_release(host);
    struct error handing = {.code = EXIT_FINE};
    if (opened && !hand_in(&task, stem, &handing)) {
        *error = ran ? handing : *error;
        ran = false;
    }
    if (task.own)
        unlink(task.own);
    return ran;
}
