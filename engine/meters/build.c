// The meters binary_size, text_size, build_time, link_time: of a build, alike for its executions.
#include "meters/build.h"

#include "model/better.h"

bool meter_is_of_build(const struct meter *meter)
{
    return meter->reads && meter->figure >= FIGURE_BINARY_SIZE && meter->figure <= FIGURE_LINK_TIME;
}

extern const struct meter binary_size_meter, text_size_meter, build_time_meter, link_time_meter;

bool meter_times_builds(const struct meter *meter)
{
    return meter == &build_time_meter || meter == &link_time_meter;
}

const struct meter binary_size_meter = {
    .name = "binary_size",
    .unit = "B",
    .summary = "the program's file, before any layout",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_BINARY_SIZE,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter text_size_meter = {
    .name = "text_size",
    .unit = "B",
    .summary = "machine code in the program, before any layout",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_TEXT_SIZE,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter build_time_meter = {
    .name = "build_time",
    .unit = "s",
    .summary = "making the program from nothing: compiling and linking",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_BUILD_TIME,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter link_time_meter = {
    .name = "link_time",
    .unit = "s",
    .summary = "the program's last link alone",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_LINK_TIME,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};
