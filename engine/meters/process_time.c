// The meters user_time and system_time, which cpu_time sums.
#include "meters/meter.h"
#include "model/better.h"

extern const struct meter user_time_meter, system_time_meter;

const struct meter user_time_meter = {
    .name = "user_time",
    .unit = "s",
    .summary = "CPU time of a process and its children, outside the kernel",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_USER_TIME,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter system_time_meter = {
    .name = "system_time",
    .unit = "s",
    .summary = "CPU time of a process and its children, in the kernel",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_SYSTEM_TIME,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};
