// Linking the builds of the next blocks in parallel.
#include "executor/local/builders.h"

#include "base/clock.h"
#include "build/as_built.h"
#include "build/draw.h"
#include "build/libraries.h"
#include "executor/local/attempts.h"
#include "executor/local/build_figures.h"
#include "executor/local/internal.h"
#include "spec/target.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

// What the threads share; each takes the next build until none is left.
struct queue {
    struct local_executor *executor;
    const struct plan *plan;
    size_t first, count;
    struct built *built;
    const char **paths;
    const size_t *order; // of builds, from 0
    atomic_size_t next;
    struct error error; // why the links cannot begin; code 0: they can
};

// The time of a build includes that of measuring it.
static bool make_program(const struct local_executor *executor,
                         const struct prepared_variant *prepared, const struct layout *layouts,
                         struct built *built)
{
    struct program *program = prepared->program;
    if (!(prepared->target->as_built
              ? program_take_as_built(program, built->binary, &built->result, &built->error)
              : program_link(program, layouts, built->binary, &built->result, &built->error)))
        return false;
    int64_t start_ns = clock_boot_ns();
    bool measured = build_figures_take(&executor->meters, program, &built->figures, &built->error);
    built->result.seconds += (double)(clock_boot_ns() - start_ns) * 1e-9;
    return measured;
}

// Tried as often as an execution: the cause of a failure, such as a full disk, may be temporary.
static bool try_program(const struct local_executor *executor,
                        const struct prepared_variant *prepared, const struct layout *layouts,
                        struct built *built)
{
    bool made = false, going = true;
    for (int attempt = 1; going && !made && attempt <= ATTEMPTS_MOST; attempt++) {
        made = make_program(executor, prepared, layouts, built);
        going = made || built->error.code != EXIT_INTERRUPTED;
    }
    return made;
}

static const struct planned_block *block_of(const struct queue *queue, size_t index)
{
    return &queue->plan->blocks[queue->plan->builds[queue->first + index].block];
}

static const struct prepared_variant *prepared_of(const struct queue *queue, size_t index)
{
    size_t variant = queue->plan->builds[queue->first + index].variant;
    return &queue->executor->prepared
                .items[block_of(queue, index)->cell * queue->executor->base.spec->variant_count +
                       variant];
}

static void draw_one(const struct prepared_variant *prepared, const struct randomizer_use *use,
                     struct stream *stream, struct layout *layouts, struct built *built)
{
    if (!use->kind->draw_build)
        return;
    if (target_is_laid_out(prepared->target))
        program_draw(prepared->program, use, stream, layouts, &built->address_layout,
                     &built->draws);
    else
        use->kind->draw_build(use, stream, NULL, &built->address_layout, &built->draws);
}

void build_draw(const struct local_executor *executor, const struct planned_block *block,
                const struct prepared_variant *prepared, struct layout *layouts,
                struct built *built)
{
    for (size_t i = 0; i < prepared->use_count; i++) {
        const struct randomizer_use *use = &prepared->uses[i];
        struct stream stream =
            plan_stream(executor->base.spec, prepared->target, block->number, 0, use);
        draw_one(prepared, use, &stream, layouts, built);
    }
    if (prepared->program && target_is_laid_out(prepared->target))
        functions_place(prepared->program, prepared->target, layouts);
}

static void build_one(struct queue *queue, size_t index)
{
    const struct planned_block *block = block_of(queue, index);
    const struct prepared_variant *prepared = prepared_of(queue, index);
    struct built *built = &queue->built[index];
    struct arena scratch = {0};
    struct layout *layouts = NULL;
    built->failed = prepared->given_up != NULL;
    if (built->failed || !built->wanted)
        return;
    if (prepared->program && target_is_built(prepared->target))
        layouts = program_layouts(prepared->program, &scratch);
    build_draw(queue->executor, block, prepared, layouts, built);
    if (prepared->program && target_is_built(prepared->target)) {
        built->binary = queue->paths[index];
        built->binary_count = program_count(prepared->program);
        built->error = queue->error;
        built->failed =
            queue->error.code || !try_program(queue->executor, prepared, layouts, built);
        if (built->failed)
            failed_within(&built->error, "benchmark '%s', variant '%s', block %zu",
                          spec_cell_name(&scratch, queue->executor->base.spec, block->cell),
                          prepared->target->variant, block->number);
    }
    arena_release(&scratch);
}

static void *work(void *shared)
{
    struct queue *queue = shared;
    for (size_t index; (index = atomic_fetch_add(&queue->next, 1)) < queue->count;)
        build_one(queue, queue->order[index]);
    return NULL;
}

size_t builders_most(const struct local_executor *executor)
{
    cpu_set_t set;
    return !builds_are_timed(&executor->meters) && sched_getaffinity(0, sizeof set, &set) == 0
               ? (size_t)CPU_COUNT(&set)
               : 1;
}

// At most one for each link: drawing takes less time than starting a thread.
static size_t threads_wanted(const struct queue *queue)
{
    size_t links = 0;
    for (size_t i = 0; i < queue->count; i++)
        links += queue->built[i].wanted && prepared_of(queue, i)->program;
    size_t most = links ? builders_most(queue->executor) : 0;
    return most < links ? most : links;
}

// In the order of their first executions, which the seed drew, so that no variant is always built
// first.
static const size_t *order_of(const struct plan *plan, size_t first, size_t count,
                              struct arena *arena)
{
    size_t *order = arena_new_array(arena, size_t, count), ordered = 0;
    bool *met = arena_new_array(arena, bool, count);
    const struct planned_execution *next =
        &plan->executions[plan->blocks[plan->builds[first].block].first_execution];
    for (; ordered < count; next++) {
        size_t build = next->build - first;
        if (!met[build])
            order[ordered++] = build;
        met[build] = true;
    }
    return order;
}

static bool restore_libraries(const struct prepared_variants *prepared, struct error *error)
{
    bool good = true;
    for (size_t i = 0; good && i < prepared->count; i++) {
        const struct program *program = prepared->items[i].program;
        bool done = i > 0 && prepared->items[i - 1].program == program;
        good = !program || done || libraries_restore(program, error);
    }
    return good;
}

// The same for this build in another run: linkers write it into programs with versions of symbols.
static const char *build_path(const struct queue *queue, size_t index, struct arena *arena)
{
    const struct planned_block *block = block_of(queue, index);
    return arena_printf(arena, "%s/builds/%06zu-%06zu-%06zu", queue->executor->work_folder.path,
                        block->cell, block->number,
                        queue->plan->builds[queue->first + index].variant);
}

void build_all(struct local_executor *executor, struct arena *memory, const struct plan *plan,
               size_t first, size_t count, struct built *built)
{
    enum { THREADS_MAX = 64 };
    const char **paths = arena_new_array(memory, const char *, count);
    struct queue queue = {executor,
                          plan,
                          first,
                          count,
                          built,
                          paths,
                          order_of(plan, first, count, memory),
                          0,
                          {.code = EXIT_FINE}};
    for (size_t i = 0; i < count; i++)
        paths[i] = build_path(&queue, i, memory);
    (void)restore_libraries(&executor->prepared, &queue.error); // each build says so
    pthread_t threads[THREADS_MAX];
    size_t wanted = threads_wanted(&queue), started = 0;
    for (; started + 1 < wanted && started < THREADS_MAX; started++) {
        if (pthread_create(&threads[started], NULL, work, &queue) != 0)
            break;
    }
    work(&queue);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}
