// The meter peak_memory: peak of the resident memory.
#include "meters/meter.h"
#include "model/better.h"

extern const struct meter peak_memory_meter;

const struct meter peak_memory_meter = {
    .name = "peak_memory",
    .unit = "B",
    .summary = "peak memory in RAM of the largest process",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_PEAK_MEMORY,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};
