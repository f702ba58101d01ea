// Running a plan: builds for a few blocks ahead, then their executions.
#include "executor/local/internal.h"

#include "base/clock.h"
#include "executor/local/build_batch.h"
#include "executor/local/build_figures.h"
#include "executor/local/builders.h"
#include "store/builds.h"
#include "store/transactions.h"

#include <unistd.h>

enum {
    BUILDS_AHEAD = 32, // enough to keep all CPUs linking, few enough to fit on any disk
};

// Longer links are not made ahead, but for as many as are made at the same time.
static const double AHEAD_S = 10;

static bool has_open(const struct stored_ids *ids, const struct planned_block *block)
{
    for (size_t i = 0; i < block->execution_count; i++)
        if (stored_is_open(ids, block->first_execution + i))
            return true;
    return false;
}

static size_t builds_ahead(const struct local_executor *executor, const struct plan *plan)
{
    double each_s = executor->deadline.build_s / (double)plan->blocks->build_count;
    double affordable = each_s > 0 ? AHEAD_S / each_s : BUILDS_AHEAD;
    size_t least = builders_most(executor);
    return affordable >= BUILDS_AHEAD || least >= BUILDS_AHEAD ? BUILDS_AHEAD
           : affordable > (double)least                        ? (size_t)affordable
                                                               : least;
}

static struct build_batch next_build_batch(const struct plan *plan, size_t block, size_t most)
{
    struct build_batch build_batch = {.first_block = block,
                                      .first_build = plan->blocks[block].first_build};
    while (block < plan->block_count &&
           (build_batch.block_count == 0 ||
            build_batch.build_count + plan->blocks[block].build_count <= most)) {
        build_batch.build_count += plan->blocks[block++].build_count;
        build_batch.block_count++;
    }
    return build_batch;
}

static bool record_builds(struct local_executor *executor, const struct build_batch *build_batch,
                          const struct stored_ids *ids, struct error *error)
{
    bool stored = true;
    for (size_t i = 0; stored && i < build_batch->build_count; i++) {
        const struct built *built = &build_batch->built[i];
        int64_t id = stored_build(ids, build_batch->first_build + i);
        if (!built->wanted)
            continue;
        if (built->failed && built->error.code == EXIT_INTERRUPTED)
            return failed(error, EXIT_INTERRUPTED, "interrupted");
        if (built->failed && built->error.code == EXIT_DEADLINE) {
            *error = built->error;
            executor->base.budget_is_over = account_is_over(executor->base.account);
            return false;
        }
        if (built->failed && built->error.of_machine) {
            *error = built->error; // a resumed campaign builds it again
            return false;
        }
        if (built->failed && built->error.code != EXIT_FINE) {
            stored = recorder_warn(&executor->recorder, "build failed", built->error.text, error);
        } else if (!built->failed) {
            stored = store_build(executor->recorder.store, id,
                                 built->binary ? &built->result : NULL, &built->draws, error);
        }
    }
    return stored;
}

static struct prepared_variant *prepared_of(const struct plan_cursor *cursor,
                                            const struct planned_build *build)
{
    struct local_executor *executor = cursor->executor;
    size_t cell = cursor->plan->blocks[build->block].cell;
    return &executor->prepared.items[cell * executor->base.spec->variant_count + build->variant];
}

// Marks the builds with open executions of variants that are not given up; returns their number.
static size_t mark_wanted(const struct plan_cursor *cursor)
{
    const struct plan *plan = cursor->plan;
    const struct build_batch *build_batch = &cursor->build_batch;
    size_t wanted = 0;
    for (size_t b = build_batch->first_block;
         b < build_batch->first_block + build_batch->block_count; b++) {
        const struct planned_block *block = &plan->blocks[b];
        for (size_t i = 0; i < block->execution_count; i++) {
            size_t index = block->first_execution + i, build = plan->executions[index].build;
            bool *mark = &build_batch->built[build - build_batch->first_build].wanted;
            bool open = stored_is_open(cursor->ids, index) &&
                        !prepared_is_given_up(prepared_of(cursor, &plan->builds[build]));
            wanted += open && !*mark;
            *mark = *mark || open;
        }
    }
    return wanted;
}

static bool make_build_batch(struct plan_cursor *cursor, struct error *error)
{
    struct local_executor *executor = cursor->executor;
    struct build_batch *build_batch = &cursor->build_batch;
    if (!store_commit(executor->recorder.store, error) ||
        !build_figures_begin(&executor->meters, &executor->recorder, executor->base.spec, error) ||
        !energy_begin(&executor->energy, &executor->recorder, &executor->meters,
                      executor->base.spec, executor->base.stop, error))
        return false;
    cursor->events->building(cursor->events->context, mark_wanted(cursor));
    int64_t begin = clock_boot_ns();
    build_all(executor, &build_batch->memory, cursor->plan, build_batch->first_build,
              build_batch->build_count, build_batch->built);
    if (!record_builds(executor, build_batch, cursor->ids, error))
        return false;
    build_batch->build_share_s =
        (double)(clock_boot_ns() - begin) * 1e-9 / (double)build_batch->block_count;
    executor->deadline.build_s = build_batch->build_share_s;
    return true;
}

static void end_build_batch(struct build_batch *build_batch)
{
    for (size_t i = 0; build_batch->built && i < build_batch->build_count; i++) {
        const struct built *built = &build_batch->built[i];
        for (size_t program = 0; program < built->binary_count; program++)
            unlink(program_output(&build_batch->memory, built->binary, program));
    }
    arena_release(&build_batch->memory);
    *build_batch = (struct build_batch){.built = NULL};
}

// Are its builds and its first block expected to end in time?
static bool take_build_batch(struct plan_cursor *cursor, size_t most, struct error *error)
{
    const struct plan *plan = cursor->plan;
    cursor->build_batch = next_build_batch(plan, cursor->block, most);
    double building_s =
        cursor->executor->deadline.build_s * (double)cursor->build_batch.block_count;
    return block_is_in_time(cursor->executor, &plan->blocks[cursor->block], building_s, error);
}

// Makes the builds of the next blocks, if they are not made yet. Near the end of the time there are
// fewer ahead.
static bool enter_build_batch(struct plan_cursor *cursor, struct error *error)
{
    struct local_executor *executor = cursor->executor;
    struct build_batch *build_batch = &cursor->build_batch;
    if (cursor->block < build_batch->first_block + build_batch->block_count)
        return true;
    end_build_batch(build_batch);
    if (!take_build_batch(cursor, builds_ahead(executor, cursor->plan), error) &&
        !take_build_batch(cursor, builders_most(executor), error))
        return false;
    build_batch->built =
        arena_new_array(&build_batch->memory, struct built, build_batch->build_count);
    return make_build_batch(cursor, error);
}

void plan_cursor_begin(struct plan_cursor *cursor)
{
    const struct plan *plan = cursor->plan;
    const struct stored_step *steps = cursor->ids->steps;
    for (size_t i = 0; steps && i < plan->execution_count; i++) {
        struct prepared_variant *prepared =
            prepared_of(cursor, &plan->builds[plan->executions[i].build]);
        prepared->tried += steps[i].attempts > 0;
        prepared->successes += steps[i].succeeded;
        prepared->failures += (size_t)steps[i].attempts - steps[i].succeeded;
    }
}

static void skip_closed(struct plan_cursor *cursor)
{
    const struct plan *plan = cursor->plan;
    while (cursor->block < plan->block_count &&
           !has_open(cursor->ids, &plan->blocks[cursor->block]))
        cursor->block++;
}

bool plan_cursor_run(struct plan_cursor *cursor, size_t end, struct error *error)
{
    bool running = true;
    for (skip_closed(cursor); running && cursor->block < end; skip_closed(cursor)) {
        const struct build_batch *build_batch = &cursor->build_batch;
        running = enter_build_batch(cursor, error);
        size_t made = build_batch->first_block + build_batch->block_count;
        made = made < end ? made : end;
        running = running && build_batch_execute(cursor, made, error);
        cursor->block = made;
    }
    return running && store_commit(cursor->executor->recorder.store, error);
}

void plan_cursor_end(struct plan_cursor *cursor)
{
    end_build_batch(&cursor->build_batch);
}
