// Which of the meters asked for can be had on the machine that measures.
#include "dispatch/measured.h"

bool measured_choose(struct workbench *workbench, const char *root, struct error *error)
{
    struct arena *arena = workbench->arena;
    const struct spec *spec = workbench->spec;
    const char *all = "";
    workbench->meters = arena_new_array(arena, const struct meter *, spec->meter_count);
    workbench->meter_count = 0;
    for (size_t i = 0; i < spec->meter_count; i++) {
        const struct meter *meter = spec->meters[i];
        const char *why = meter_unavailable(meter, arena, root);
        if (!why) {
            workbench->meters[workbench->meter_count++] = meter;
            continue;
        }
        const char *line = arena_printf(arena, "%s: %s", meter->name, why);
        text_list_add(&workbench->unmeasured, arena, arena_printf(arena, "not measured: %s", line));
        all = arena_printf(arena, "%s%s%s", all, *all ? "; " : "", line);
    }
    return workbench->meter_count > 0 ||
           failed(error, EXIT_UNFIT, "nothing that 'measure' names can be had here: %s", all);
}

// A clause, or NULL if it is there, or its absence is told elsewhere.
static const char *why_missing(const struct meter *meter, const struct observation *observation)
{
    const struct outcome *outcome = &observation->outcome;
    uint64_t bit = meter->reads ? figure_bit(meter->figure) : 0;
    if (meter->unsaid && meter->collect(meter, observation, NULL, 0) == 0)
        return meter->unsaid;
    if (!(bit & (figures_at_end | figures_of_group)) || outcome->figures.known & bit)
        return NULL;
    return outcome->stop_refused ? "the kernel did not tell, ptrace is refused"
                                 : "the kernel did not tell";
}

bool measured_check(struct workbench *workbench, const struct observation *observation,
                    struct error *error)
{
    for (size_t i = 0; i < workbench->meter_count; i++) {
        const struct meter *meter = workbench->meters[i];
        const char *why = why_missing(meter, observation);
        if (!why)
            continue;
        const char *line = arena_printf(workbench->arena, "not measured in every execution: %s: %s",
                                        meter->name, why);
        if (text_list_add_once(&workbench->unmeasured, workbench->arena, line) &&
            !workbench_tell(workbench, "not measured", line, error))
            return false;
    }
    return true;
}
