// Metrics of builds: sizes, and times for which they are made one after the other.
#include "dispatch/build_figures.h"

#include "meters/build.h"

static bool is_asked(const struct workbench *workbench, enum figure figure)
{
    for (size_t i = 0; i < workbench->meter_count; i++)
        if (workbench->meters[i]->reads && workbench->meters[i]->figure == figure)
            return true;
    return false;
}

bool builds_are_timed(const struct workbench *workbench)
{
    for (size_t i = 0; i < workbench->meter_count; i++)
        if (meter_times_builds(workbench->meters[i]))
            return true;
    return false;
}

static bool tell_absent(struct workbench *workbench, const struct meter *meter, struct error *error)
{
    const struct spec *spec = workbench->spec;
    bool told = true;
    for (size_t i = 0; told && i < spec->cell_count * spec->variant_count; i++) {
        const struct target *target = workbench->stations[i].target;
        if (target->kind == TARGET_COMMAND)
            told = workbench_tell_once(workbench, "not measured",
                                       arena_printf(workbench->arena,
                                                    "not measured: %s of '%s': nothing is built",
                                                    meter->name, target->benchmark),
                                       error);
    }
    return told;
}

bool build_figures_begin(struct workbench *workbench, struct error *error)
{
    bool told = true;
    for (size_t i = 0; told && i < workbench->meter_count; i++)
        told = !meter_is_of_build(workbench->meters[i]) ||
               tell_absent(workbench, workbench->meters[i], error);
    return told;
}

// Measures it if it is asked for.
static bool
take_time(const struct workbench *workbench, const struct program *program, enum figure figure,
          bool (*measure)(const struct program *program, double *seconds, struct error *error),
          struct figures *figures, struct error *error)
{
    double seconds;
    if (!is_asked(workbench, figure))
        return true;
    if (!measure(program, &seconds, error))
        return false;
    figure_set(figures, figure, seconds);
    return true;
}

bool build_figures_take(const struct workbench *workbench, const struct program *program,
                        struct figures *figures, struct error *error)
{
    struct size size = program_size(program);
    if (size.file_bytes)
        figure_set(figures, FIGURE_BINARY_SIZE, (double)size.file_bytes);
    if (size.text_bytes)
        figure_set(figures, FIGURE_TEXT_SIZE, (double)size.text_bytes);
    return take_time(workbench, program, FIGURE_BUILD_TIME, program_time_build, figures, error) &&
           take_time(workbench, program, FIGURE_LINK_TIME, program_time_link, figures, error);
}
