// Meters of the memory of a process and its descendants, by a control group.
#include "machine/memory_group.h"
#include "meters/memory/at_end.h"
#include "model/better.h"

static bool probe_group(const struct meter *meter, struct arena *arena, const char *root,
                        const char **why)
{
    (void)meter;
    return memory_group_place(arena, root, why) != NULL;
}

static bool probe_group_at_end(const struct meter *meter, struct arena *arena, const char *root,
                               const char **why)
{
    return probe_group(meter, arena, root, why) && at_end_probe(meter, arena, root, why);
}

extern const struct meter tree_memory_meter, kernel_memory_meter;

const struct meter tree_memory_meter = {
    .name = "tree_memory",
    .unit = "B",
    .summary = "peak memory of a process and its descendants",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_TREE_MEMORY,
    .probe = probe_group,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter kernel_memory_meter = {
    .name = "kernel_memory",
    .unit = "B",
    .summary = "kernel memory in tree_memory at the process's end",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_KERNEL_MEMORY,
    .probe = probe_group_at_end,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};
