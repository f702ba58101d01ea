// Meters of a build: binary_size, text_size, build_time, link_time.
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
    .summary = "size of the program's file, without a layout",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_BINARY_SIZE,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter text_size_meter = {
    .name = "text_size",
    .unit = "B",
    .summary = "size of the program's machine code, without a layout",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_TEXT_SIZE,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter build_time_meter = {
    .name = "build_time",
    .unit = "s",
    .summary = "time to compile and link the program",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_BUILD_TIME,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter link_time_meter = {
    .name = "link_time",
    .unit = "s",
    .summary = "time of the program's last link",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_LINK_TIME,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};
