// Meters of the memory of a process at its exit.
#include "machine/sys.h"
#include "meters/memory/at_end.h"
#include "model/better.h"

static bool probe_pages(const struct meter *meter, struct arena *arena, const char *root,
                        const char **why)
{
    *why = "this kernel has no /proc/PID/smaps_rollup";
    return sys_text(arena, root, "/proc/self/smaps_rollup") &&
           at_end_probe(meter, arena, root, why);
}

extern const struct meter virtual_memory_meter, resident_memory_meter, shared_memory_meter,
    proportional_memory_meter, unique_memory_meter;

const struct meter virtual_memory_meter = {
    .name = "virtual_memory",
    .unit = "B",
    .summary = "address space of a process at its end",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_VIRTUAL_MEMORY,
    .probe = at_end_probe,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter resident_memory_meter = {
    .name = "resident_memory",
    .unit = "B",
    .summary = "memory of a process in RAM at its end",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_RESIDENT_MEMORY,
    .probe = at_end_probe,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter shared_memory_meter = {
    .name = "shared_memory",
    .unit = "B",
    .summary = "resident_memory of files and shared mappings",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_SHARED_MEMORY,
    .probe = at_end_probe,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter proportional_memory_meter = {
    .name = "proportional_memory",
    .unit = "B",
    .summary = "resident_memory, pages divided by their processes",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_PROPORTIONAL_MEMORY,
    .probe = probe_pages,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter unique_memory_meter = {
    .name = "unique_memory",
    .unit = "B",
    .summary = "resident_memory that no other process maps",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_UNIQUE_MEMORY,
    .probe = probe_pages,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};
