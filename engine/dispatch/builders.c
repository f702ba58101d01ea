// Builds of the blocks ahead, linked in parallel.
#include "dispatch/builders.h"

#include "dispatch/perform.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

// What the threads share; each takes the next build until none is left.
struct queue {
    struct workbench *workbench;
    const struct plan *plan;
    size_t first, count;
    struct built *built;
    const char **paths;
    atomic_size_t next;
};

// Tried as often as an execution: what it failed of, a full disk, say, may pass.
static bool link_program(struct program *program, const struct layout *layout, struct built *built)
{
    bool linked = false, going = true;
    for (int attempt = 1; going && !linked && attempt <= ATTEMPTS_MOST; attempt++) {
        linked = program_link(program, layout, built->binary, &built->result, &built->error);
        going = linked || built->error.code != EXIT_INTERRUPTED;
    }
    return linked;
}

static void build_one(struct queue *queue, size_t index)
{
    const struct spec *spec = queue->workbench->spec;
    const struct planned_build *build = &queue->plan->builds[queue->first + index];
    const struct planned_block *block = &queue->plan->blocks[build->block];
    const struct station *station =
        &queue->workbench->stations[block->cell * spec->variant_count + build->variant];
    struct built *built = &queue->built[index];
    struct arena scratch = {0};
    struct layout layout = {0};
    built->failed = station->given_up != NULL;
    if (built->failed || !built->wanted)
        return;
    if (station->program)
        layout = program_layout(station->program, &scratch);
    for (size_t i = 0; i < station->use_count; i++) {
        const struct randomizer_use *use = &station->uses[i];
        struct stream stream =
            plan_stream(spec, station->target, block->number, 0, use->kind->name);
        if (use->kind->draw_build)
            use->kind->draw_build(use, &stream, &layout, &built->placement, &built->draws);
    }
    if (station->program) {
        built->binary = queue->paths[index];
        built->failed = !link_program(station->program, &layout, built);
        if (built->failed)
            failed_within(&built->error, "benchmark '%s', variant '%s', block %zu",
                          station->target->benchmark, station->target->variant, block->number);
    }
    arena_release(&scratch);
}

static void *work(void *shared)
{
    struct queue *queue = shared;
    for (size_t index; (index = atomic_fetch_add(&queue->next, 1)) < queue->count;)
        build_one(queue, index);
    return NULL;
}

static size_t cpus_allowed(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (size_t)CPU_COUNT(&set) : 1;
}

void build_all(struct workbench *workbench, const struct plan *plan, size_t first, size_t count,
               struct built *built)
{
    enum { THREADS_MAX = 64 };
    struct queue queue = {workbench, plan,  first,
                          count,     built, arena_new_array(workbench->arena, const char *, count),
                          0};
    for (size_t i = 0; i < count; i++)
        queue.paths[i] =
            arena_printf(workbench->arena, "%s/builds/b%06zu", workbench->folder, first + i);
    pthread_t threads[THREADS_MAX];
    size_t wanted = cpus_allowed(), started = 0;
    wanted = wanted < count ? wanted : count;
    for (; started + 1 < wanted && started < THREADS_MAX; started++) {
        if (pthread_create(&threads[started], NULL, work, &queue) != 0)
            break;
    }
    work(&queue);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}
