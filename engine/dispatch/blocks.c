// Running blocks: builds ahead for a few blocks, then their executions.
#include "dispatch/stretch.h"

#include "base/clock.h"
#include "dispatch/build_figures.h"
#include "dispatch/energy.h"

#include <unistd.h>

enum {
    BUILDS_AHEAD = 32, // enough to keep all CPUs linking, few enough to fit on any disk
};

static bool has_open(const struct stored_ids *ids, const struct planned_block *block)
{
    for (size_t i = 0; i < block->execution_count; i++)
        if (stored_is_open(ids, block->first_execution + i))
            return true;
    return false;
}

static struct stretch next_stretch(const struct plan *plan, size_t block)
{
    struct stretch stretch = {.first_block = block, .first_build = plan->blocks[block].first_build};
    while (block < plan->block_count &&
           (stretch.block_count == 0 ||
            stretch.build_count + plan->blocks[block].build_count <= BUILDS_AHEAD)) {
        stretch.build_count += plan->blocks[block++].build_count;
        stretch.block_count++;
    }
    return stretch;
}

static bool record_builds(struct workbench *workbench, const struct stretch *stretch,
                          const struct stored_ids *ids, struct error *error)
{
    bool stored = true;
    for (size_t i = 0; stored && i < stretch->build_count; i++) {
        const struct built *built = &stretch->built[i];
        int64_t id = stored_build(ids, stretch->first_build + i);
        if (!built->wanted)
            continue;
        if (built->failed && built->error.code == EXIT_INTERRUPTED)
            return failed(error, EXIT_INTERRUPTED, "interrupted");
        if (built->failed && built->error.code != EXIT_FINE) {
            stored = workbench_tell(workbench, "build failed", built->error.text, error);
        } else if (!built->failed) {
            stored = store_build(workbench->store, id, built->binary ? &built->result : NULL,
                                 &built->draws, error);
        }
    }
    return stored;
}

// Marks the builds of which something is still to be run; their number.
static size_t mark_wanted(const struct plan *plan, const struct stored_ids *ids,
                          const struct stretch *stretch)
{
    size_t wanted = 0;
    for (size_t b = stretch->first_block; b < stretch->first_block + stretch->block_count; b++) {
        const struct planned_block *block = &plan->blocks[b];
        for (size_t i = 0; i < block->execution_count; i++) {
            size_t index = block->first_execution + i;
            bool *mark =
                &stretch->built[plan->executions[index].build - stretch->first_build].wanted;
            wanted += stored_is_open(ids, index) && !*mark;
            *mark = *mark || stored_is_open(ids, index);
        }
    }
    return wanted;
}

static bool make_stretch(struct course *course, struct error *error)
{
    struct workbench *workbench = course->workbench;
    struct stretch *stretch = &course->stretch;
    if (!store_commit(workbench->store, error) || !build_figures_begin(workbench, error) ||
        !energy_begin(workbench, error))
        return false;
    course->events->building(course->events->context,
                             mark_wanted(course->plan, course->ids, stretch));
    int64_t begin = clock_boot_ns();
    build_all(workbench, &stretch->memory, course->plan, stretch->first_build, stretch->build_count,
              stretch->built);
    if (!record_builds(workbench, stretch, course->ids, error))
        return false;
    stretch->build_share_s =
        (double)(clock_boot_ns() - begin) * 1e-9 / (double)stretch->block_count;
    workbench->deadline.build_s = stretch->build_share_s;
    return true;
}

static void end_stretch(struct stretch *stretch)
{
    for (size_t i = 0; stretch->built && i < stretch->build_count; i++) {
        if (stretch->built[i].binary)
            unlink(stretch->built[i].binary);
    }
    arena_release(&stretch->memory);
    *stretch = (struct stretch){.built = NULL};
}

// Makes the builds of the next blocks, if they are not made yet.
static bool stand_in_stretch(struct course *course, struct error *error)
{
    struct workbench *workbench = course->workbench;
    struct stretch *stretch = &course->stretch;
    if (course->block < stretch->first_block + stretch->block_count)
        return true;
    end_stretch(stretch);
    *stretch = next_stretch(course->plan, course->block);
    double building_s = workbench->deadline.build_s * (double)stretch->block_count;
    if (!block_is_in_time(workbench, &course->plan->blocks[course->block], building_s, error))
        return false;
    stretch->built = arena_new_array(&stretch->memory, struct built, stretch->build_count);
    return make_stretch(course, error);
}

// What earlier sessions saw of each variant.
static void count_endings(struct workbench *workbench, const struct plan *plan,
                          const struct stored_ids *ids)
{
    for (size_t i = 0; ids->steps && i < plan->execution_count; i++) {
        const struct planned_build *build = &plan->builds[plan->executions[i].build];
        size_t cell = plan->blocks[build->block].cell;
        struct station *station =
            &workbench->stations[cell * workbench->spec->variant_count + build->variant];
        station->successes += ids->steps[i].succeeded;
        station->failures += !ids->steps[i].succeeded && !ids->steps[i].open;
    }
}

void course_begin(struct course *course)
{
    count_endings(course->workbench, course->plan, course->ids);
}

static void skip_closed(struct course *course)
{
    const struct plan *plan = course->plan;
    while (course->block < plan->block_count &&
           !has_open(course->ids, &plan->blocks[course->block]))
        course->block++;
}

bool course_run(struct course *course, size_t end, struct error *error)
{
    bool going = true;
    for (skip_closed(course); going && course->block < end; skip_closed(course)) {
        const struct stretch *stretch = &course->stretch;
        going = stand_in_stretch(course, error);
        size_t made = stretch->first_block + stretch->block_count;
        made = made < end ? made : end;
        going = going && stretch_execute(course, made, error);
        course->block = made;
    }
    return going && store_commit(course->workbench->store, error);
}

void course_end(struct course *course)
{
    end_stretch(&course->stretch);
}
