// Meters of context switches.
#include "meters/meter.h"
#include "model/better.h"

extern const struct meter context_switches_meter, voluntary_switches_meter,
    involuntary_switches_meter;

const struct meter context_switches_meter = {
    .name = "context_switches",
    .unit = "",
    .summary = "context switches of a process and its children",
    .better = BETTER_LESS,
    .incidental = true,
    .reads = true,
    .figure = FIGURE_CONTEXT_SWITCHES,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter voluntary_switches_meter = {
    .name = "voluntary_switches",
    .unit = "",
    .summary = "context switches because the process waited",
    .better = BETTER_LESS,
    .incidental = true,
    .reads = true,
    .figure = FIGURE_VOLUNTARY_SWITCHES,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter involuntary_switches_meter = {
    .name = "involuntary_switches",
    .unit = "",
    .summary = "context switches because the scheduler preempted it",
    .better = BETTER_LESS,
    .incidental = true,
    .reads = true,
    .figure = FIGURE_INVOLUNTARY_SWITCHES,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};
