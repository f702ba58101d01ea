// Polling tasks: merging complete blocks, submitting lost chunks again.
#include "executor/slurm/internal.h"

#include "base/clock.h"
#include "base/files/files.h"
#include "base/files/folder.h"
#include "base/files/paths.h"
#include "executor/slurm/queue.h"
#include "model/phase.h"
#include "store/chunk/merge.h"
#include "store/facts.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const double DRAIN_S = 60; // for cancelled tasks to hand in their complete blocks

static bool make_tasks(const char *campaign, struct error *error)
{
    FOLDER_CLEANUP struct folder folder = {0}, tasks = {0};
    return folder_open(&folder, campaign, error) && folder_enter(&tasks, &folder, "tasks", error);
}

struct dispatched *dispatched_begin(const struct slurm_context *slurm_context,
                                    const struct plan *plan, const struct stored_ids *ids,
                                    double block_s, struct error *error)
{
    struct dispatched *dispatched = arena_new(slurm_context->arena, struct dispatched);
    *dispatched = (struct dispatched){.slurm_context = slurm_context,
                                      .plan = plan,
                                      .ids = ids,
                                      .begun_ns = clock_boot_ns(),
                                      .logged_ns = clock_boot_ns(),
                                      .held = ""};
    struct arena *memory = &dispatched->memory;
    const char *id = store_get(slurm_context->store, memory, FACT_CLUSTER_ID);
    dispatched->phase = plan->block_count && plan->blocks->phase == PHASE_PILOT ? "pilot" : "real";
    dispatched->job = arena_printf(memory, "eswexp-%s-%s", id ? id : "", dispatched->phase);
    dispatched->tasks = path_join(memory, slurm_context->folder, "tasks");
    dispatched->steps = arena_new_array(memory, struct stored_step, plan->execution_count);
    return make_tasks(slurm_context->folder, error) && chunks_divide(dispatched, block_s, error) &&
                   chunks_read(dispatched, error)
               ? dispatched
               : NULL;
}

// ---- Results

// NNNN of "PHASE-NNNN.….done"; false for other files.
static bool is_result(const struct dispatched *dispatched, const char *name)
{
    size_t length = strlen(name), phase = strlen(dispatched->phase);
    return strncmp(name, dispatched->phase, phase) == 0 && name[phase] == '-' && length > 5 &&
           strcmp(name + length - 5, ".done") == 0;
}

// A result of another campaign is renamed; its blocks are measured again.
static bool merge(struct dispatched *dispatched, const char *path, size_t *blocks,
                  struct error *error)
{
    if (chunk_merge(dispatched->slurm_context->store, path, blocks, error)) {
        unlink(path);
        return true;
    }
    if (error->code != EXIT_USAGE)
        return false;
    log_warning(dispatched->slurm_context->log, "renamed to '%s.bad', its blocks run again: %s",
                path, error->text);
    return rename(path, arena_printf(&dispatched->memory, "%s.bad", path)) == 0 ||
           failed_errno(error, "cannot rename '%s'", path);
}

static bool merge_all(struct dispatched *dispatched, struct error *error)
{
    size_t merged = 0;
    bool done = true;
    DIR *entries = opendir(dispatched->tasks);
    for (struct dirent *entry; done && entries && (entry = readdir(entries));) {
        size_t blocks = 0;
        if (!is_result(dispatched, entry->d_name))
            continue;
        const char *path = path_join(&dispatched->memory, dispatched->tasks, entry->d_name);
        done = merge(dispatched, path, &blocks, error);
        merged += blocks;
    }
    if (entries)
        closedir(entries);
    return done && (!merged || chunks_read(dispatched, error));
}

// ---- The queue

// Is it running, or waiting for a reason that passes by itself?
static bool is_moving(const struct slurm_element *element)
{
    static const char *const usual[] = {"None",      "Priority",          "Resources",
                                        "BeginTime", "JobArrayTaskLimit", "Cleaning"};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (text_equal(element->reason, usual[i]))
            return true;
    return *element->node;
}

static void log_progress(struct dispatched *dispatched, const struct slurm_element *elements,
                         size_t count)
{
    const struct slurm_context *slurm_context = dispatched->slurm_context;
    size_t running = 0;
    const char *held = "";
    for (size_t i = 0; i < count; i++) {
        running += *elements[i].node != '\0';
        held = is_moving(&elements[i]) ? held : elements[i].reason;
    }
    if (*held && !running && !text_equal(held, dispatched->held)) {
        dispatched->held = arena_strdup(&dispatched->memory, held);
        log_warning(slurm_context->log,
                    "%s: the queue does not start its tasks: %s (squeue --name=%s)",
                    slurm_context->name, held, dispatched->job);
    }
    if (clock_boot_ns() - dispatched->logged_ns < 60 * (int64_t)1000000000)
        return;
    dispatched->logged_ns = clock_boot_ns();
    log_note(slurm_context->log, "%s, %s: %zu of %zu blocks, %zu tasks running, %zu waiting",
             slurm_context->name, dispatched->phase,
             dispatched->plan->block_count - dispatched->blocks_left, dispatched->plan->block_count,
             running, count - running);
}

// If the controller does not answer, its queue may still hold all elements: nothing is submitted.
static bool poll_queue(struct dispatched *dispatched, struct arena *arena, size_t *count,
                       bool *known, struct error *error)
{
    struct slurm_element *elements = NULL;
    *count = 0;
    *known = true;
    if (!slurm_queue(dispatched->job, arena, &elements, count, known, error)) {
        if (!*known && !dispatched->unknown)
            log_warning(dispatched->slurm_context->log, "%s; trying again", error->text);
        dispatched->unknown = true;
        return !*known;
    }
    dispatched->unknown = false;
    for (size_t i = 0; i < dispatched->chunk_count; i++)
        dispatched->chunks[i].missed++;
    for (size_t i = 0; i < *count; i++) {
        struct error ignored; // the next poll cancels it, then
        if (slurm_launch_failed(&elements[i]))
            (void)!slurm_cancel_element(&elements[i], &ignored);
        else if (elements[i].element < dispatched->chunk_count)
            dispatched->chunks[elements[i].element].missed = 0;
    }
    log_progress(dispatched, elements, *count);
    return true;
}

// The queue is read before results are merged, and a chunk must be absent twice: one that has just
// ended is not lost.
static bool submit_missing(struct dispatched *dispatched, struct arena *arena, struct error *error)
{
    size_t *elements = arena_new_array(arena, size_t, dispatched->chunk_count), count = 0;
    for (size_t i = 0; i < dispatched->chunk_count; i++) {
        const struct chunk *chunk = &dispatched->chunks[i];
        if (!chunk->whole && chunk->missed >= ABSENT_POLLS)
            elements[count++] = i;
    }
    return !count || chunks_submit(dispatched, elements, count, error);
}

static void pause_for(double seconds)
{
    struct timespec span = {(time_t)seconds, (long)(fmod(seconds, 1) * 1e9)};
    nanosleep(&span, NULL); // a signal ends it early
}

// The longer the phase lasts, the less often it polls.
static double pause_s(const struct dispatched *dispatched)
{
    double waited = (double)(clock_boot_ns() - dispatched->begun_ns) * 1e-9;
    return fmin(fmax(waited / 30, 0.5), 30);
}

bool dispatched_poll(struct dispatched *dispatched, bool *done, struct error *error)
{
    const struct slurm_context *slurm_context = dispatched->slurm_context;
    struct arena scratch = {0};
    size_t waiting = 0;
    bool known = true, polled = dispatched->blocks_left == 0 ||
                                (poll_queue(dispatched, &scratch, &waiting, &known, error) &&
                                 merge_all(dispatched, error));
    *done = polled && dispatched->blocks_left == 0;
    struct error ignored; // left are copies of elements of a lost node or controller
    if (*done && waiting)
        (void)!slurm_call_back(dispatched->job, &ignored);
    if (polled && !*done && *slurm_context->stop)
        polled = failed(error, EXIT_INTERRUPTED, "interrupted");
    if (polled && !*done && slurm_context->deadline_ns &&
        clock_boot_ns() >= slurm_context->deadline_ns)
        polled = failed(error, EXIT_DEADLINE, "not all blocks were done in time");
    if (polled && !*done && known)
        polled = submit_missing(dispatched, &scratch, error);
    if (polled && !*done)
        pause_for(pause_s(dispatched));
    arena_release(&scratch);
    return polled;
}

void dispatched_call_back(struct dispatched *dispatched)
{
    int64_t end = clock_boot_ns() + (int64_t)(DRAIN_S * 1e9);
    struct error trouble;
    bool known = true;
    size_t left = dispatched->blocks_left;
    if (left && !slurm_call_back(dispatched->job, &trouble))
        log_warning(dispatched->slurm_context->log, "%s", trouble.text);
    while (left && clock_boot_ns() < end) {
        struct arena scratch = {0};
        pause_for(0.5);
        if (!poll_queue(dispatched, &scratch, &left, &known, &trouble))
            left = 0;
        left += !known; // if the controller does not answer, all may be running
        arena_release(&scratch);
    }
    if (left && !slurm_cancel(dispatched->job, &trouble))
        log_warning(dispatched->slurm_context->log, "%s", trouble.text);
    if (!merge_all(dispatched, &trouble))
        log_warning(dispatched->slurm_context->log, "%s", trouble.text);
}

void dispatched_count(const struct dispatched *dispatched, size_t *succeeded, size_t *failed)
{
    *succeeded = *failed = 0;
    for (size_t i = 0; i < dispatched->plan->execution_count; i++) {
        const struct stored_step *step = &dispatched->steps[i];
        *succeeded += step->succeeded;
        *failed += !step->succeeded && !step->open;
    }
}

// The logs stay.
void dispatched_end(struct dispatched *dispatched)
{
    struct arena scratch = {0};
    for (size_t i = 0; i < dispatched->chunk_count; i++)
        if (dispatched->chunks[i].whole)
            unlink(chunk_file(dispatched, i, "chunk", &scratch));
    arena_release(&scratch);
    arena_release(&dispatched->memory);
}
