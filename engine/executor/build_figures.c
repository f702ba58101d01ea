// Metrics of builds: sizes, and times for which they are made one after the other.
#include "executor/build_figures.h"

#include "meters/build.h"
#include "build/timing.h"

static bool is_asked(const struct local_executor *executor, enum figure figure)
{
    for (size_t i = 0; i < executor->meter_count; i++)
        if (executor->meters[i]->reads && executor->meters[i]->figure == figure)
            return true;
    return false;
}

bool builds_are_timed(const struct local_executor *executor)
{
    for (size_t i = 0; i < executor->meter_count; i++)
        if (meter_times_builds(executor->meters[i]))
            return true;
    return false;
}

static bool tell_absent(struct local_executor *executor, const struct meter *meter,
                        struct error *error)
{
    const struct spec *spec = executor->spec;
    bool told = true;
    for (size_t i = 0; told && i < spec->cell_count * spec->variant_count; i++) {
        const struct target *target = executor->prepared_variants[i].target;
        if (target->kind == TARGET_COMMAND)
            told = local_executor_tell_once(
                executor, "not measured",
                arena_printf(executor->arena, "not measured: %s of '%s': nothing is built",
                             meter->name, target->benchmark),
                error);
    }
    return told;
}

bool build_figures_begin(struct local_executor *executor, struct error *error)
{
    bool told = true;
    for (size_t i = 0; told && i < executor->meter_count; i++)
        told = !meter_is_of_build(executor->meters[i]) ||
               tell_absent(executor, executor->meters[i], error);
    return told;
}

// Measures it if it is asked for.
static bool
take_time(const struct local_executor *executor, const struct program *program, enum figure figure,
          bool (*measure)(const struct program *program, double *seconds, struct error *error),
          struct figures *figures, struct error *error)
{
    double seconds;
    if (!is_asked(executor, figure))
        return true;
    if (!measure(program, &seconds, error))
        return false;
    figure_set(figures, figure, seconds);
    return true;
}

bool build_figures_take(const struct local_executor *executor, const struct program *program,
                        struct figures *figures, struct error *error)
{
    struct size size = program_size(program);
    if (size.file_bytes)
        figure_set(figures, FIGURE_BINARY_SIZE, (double)size.file_bytes);
    if (size.text_bytes)
        figure_set(figures, FIGURE_TEXT_SIZE, (double)size.text_bytes);
    return take_time(executor, program, FIGURE_BUILD_TIME, program_time_build, figures, error) &&
           take_time(executor, program, FIGURE_LINK_TIME, program_time_link, figures, error);
}
