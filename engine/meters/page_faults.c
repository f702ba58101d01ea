// Meters of page faults.
#include "meters/meter.h"
#include "model/better.h"

extern const struct meter page_faults_meter, minor_faults_meter, major_faults_meter;

const struct meter page_faults_meter = {
    .name = "page_faults",
    .unit = "",
    .summary = "page faults of a process and its children",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_PAGE_FAULTS,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter minor_faults_meter = {
    .name = "minor_faults",
    .unit = "",
    .summary = "page faults that read nothing from disk",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_MINOR_FAULTS,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter major_faults_meter = {
    .name = "major_faults",
    .unit = "",
    .summary = "page faults that waited for the disk",
    .better = BETTER_LESS,
    .incidental = true,
    .reads = true,
    .figure = FIGURE_MAJOR_FAULTS,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};
