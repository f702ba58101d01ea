// Measuring builds: sizes and times.
#include "executor/local/build_figures.h"

#include "build/timing.h"
#include "meters/build.h"
#include "spec/target.h"

static bool is_asked(const struct meter_selection *selection, enum figure figure)
{
    for (size_t i = 0; i < selection->count; i++)
        if (selection->items[i]->reads && selection->items[i]->figure == figure)
            return true;
    return false;
}

bool builds_are_timed(const struct meter_selection *selection)
{
    for (size_t i = 0; i < selection->count; i++)
        if (meter_times_builds(selection->items[i]))
            return true;
    return false;
}

static bool warn_absent(struct recorder *recorder, const struct spec *spec,
                        const struct meter *meter, struct error *error)
{
    bool done = true;
    for (size_t i = 0; done && i < spec->cell_count * spec->variant_count; i++) {
        const struct target *target =
            &spec->cells[i / spec->variant_count].targets[i % spec->variant_count];
        if (!target_is_built(target))
            done = recorder_warn_once(recorder, "not measured",
                                      arena_printf(recorder->arena,
                                                   "not measured: %s of '%s': nothing is built",
                                                   meter->name, target->benchmark),
                                      error);
    }
    return done;
}

bool build_figures_begin(const struct meter_selection *selection, struct recorder *recorder,
                         const struct spec *spec, struct error *error)
{
    bool done = true;
    for (size_t i = 0; done && i < selection->count; i++)
        done = !meter_is_of_build(selection->items[i]) ||
               warn_absent(recorder, spec, selection->items[i], error);
    return done;
}

// Measures it if it is asked for.
static bool take_time(const struct meter_selection *selection, const struct program *program,
                      enum figure figure,
                      bool (*measure)(const struct program *program, double *seconds,
                                      struct error *error),
                      struct figures *figures, struct error *error)
{
    double seconds;
    if (!is_asked(selection, figure))
        return true;
    if (!measure(program, &seconds, error))
        return false;
    figure_set(figures, figure, seconds);
    return true;
}

bool build_figures_take(const struct meter_selection *selection, const struct program *program,
                        struct figures *figures, struct error *error)
{
    struct size size = program_size(program);
    if (size.file_bytes)
        figure_set(figures, FIGURE_BINARY_SIZE, (double)size.file_bytes);
    if (size.text_bytes)
        figure_set(figures, FIGURE_TEXT_SIZE, (double)size.text_bytes);
    return take_time(selection, program, FIGURE_BUILD_TIME, program_time_build, figures, error) &&
           take_time(selection, program, FIGURE_LINK_TIME, program_time_link, figures, error);
}
