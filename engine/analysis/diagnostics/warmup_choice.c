// One cut for all executions of a cell, or one iteration of each.
#include "analysis/diagnostics/warmup_choice.h"

#include "stats/series/warmup_detection.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct warmup_ends warmup_ends_begin(struct arena *arena)
{
    return (struct warmup_ends){.arena = arena, .shortest = SIZE_MAX};
}

static void add_end(struct warmup_ends *ends, size_t end)
{
    if (ends->steady == ends->room) {
        size_t *larger = arena_new_array(ends->arena, size_t, 2 * ends->room + 16);
        if (ends->room)
            memcpy(larger, ends->items, ends->room * sizeof *larger);
        ends->items = larger;
        ends->room = 2 * ends->room + 16;
    }
    ends->items[ends->steady++] = end;
}

void warmup_ends_add(struct warmup_ends *ends, const double *values, size_t count,
                     double resolution)
{
    struct warmup_detection detection = warmup_detect(values, count, resolution);
    if (detection.kind == WARMUP_STEADY)
        add_end(ends, detection.warmup);
    ends->never += detection.kind == WARMUP_NEVER_STEADY;
    ends->shortest = count < ends->shortest ? count : ends->shortest;
}

static int compare_sizes(const void *a, const void *b)
{
    size_t one = *(const size_t *)a, two = *(const size_t *)b;
    return (one > two) - (one < two);
}

// Not the longest: noise makes some executions look unsteady.
size_t warmup_median(size_t *ends, size_t count)
{
    if (count)
        qsort(ends, count, sizeof *ends, compare_sizes);
    return count ? ends[count / 2] : 0;
}

struct warmup_choice warmup_choice_begin(void)
{
    return (struct warmup_choice){.shortest = SIZE_MAX};
}

void warmup_choice_add(struct warmup_choice *choice, struct warmup_ends *ends)
{
    size_t end = warmup_median(ends->items, ends->steady);
    choice->longest = end > choice->longest ? end : choice->longest;
    choice->shortest = ends->shortest < choice->shortest ? ends->shortest : choice->shortest;
    choice->unsteady |= ends->never > ends->steady;
}

struct slice warmup_choice_slice(const struct warmup_choice *choice, size_t wanted,
                                 bool iterations_fixed)
{
    size_t shortest = choice->shortest, room = shortest > wanted ? shortest - wanted : 0;
    if (choice->unsteady && !iterations_fixed)
        return (struct slice){shortest <= WARMUP_MOST ? shortest - 1 : WARMUP_MOST, 1};
    return (struct slice){choice->longest < room ? choice->longest : room, wanted};
}
