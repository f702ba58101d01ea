// Selecting the meters of an experiment that the measuring machine has.
#include "executor/observe/meter_selection.h"

bool meter_selection_choose(struct meter_selection *selection, struct arena *arena,
                            const struct spec *spec, const char *root, struct error *error)
{
    const char *all = "";
    selection->items = arena_new_array(arena, const struct meter *, spec->meter_count);
    selection->count = 0;
    for (size_t i = 0; i < spec->meter_count; i++) {
        const struct meter *meter = spec->meters[i];
        const char *why = meter_unavailable(meter, arena, root);
        if (!why) {
            selection->items[selection->count++] = meter;
            continue;
        }
        const char *line = arena_printf(arena, "%s: %s", meter->name, why);
        text_list_printf(&selection->unmeasured, arena, "not measured: %s", line);
        all = arena_printf(arena, "%s%s%s", all, *all ? "; " : "", line);
    }
    return selection->count > 0 ||
           failed(error, EXIT_UNFIT,
                  "this machine can measure none of the metrics in 'measure': %s", all);
}

// A clause; NULL: the metric is there, or another place warns that it is not.
static const char *why_missing(const struct meter *meter, const struct observation *observation)
{
    const struct outcome *outcome = &observation->outcome;
    uint64_t bit = meter->reads ? figure_bit(meter->figure) : 0;
    if (meter->unsaid && meter->collect(meter, observation, NULL, 0) == 0)
        return meter->unsaid;
    if (!(bit & (figures_at_end | figures_of_group)) || outcome->figures.known & bit)
        return NULL;
    return outcome->stop_refused ? "the kernel did not report it, ptrace is refused"
                                 : "the kernel did not report it";
}

bool meter_selection_check(struct meter_selection *selection, struct recorder *recorder,
                           const struct observation *observation, struct error *error)
{
    for (size_t i = 0; i < selection->count; i++) {
        const struct meter *meter = selection->items[i];
        const char *why = why_missing(meter, observation);
        if (!why)
            continue;
        const char *line = arena_printf(recorder->arena, "not measured in every execution: %s: %s",
                                        meter->name, why);
        if (text_list_add_once(&selection->unmeasured, recorder->arena, line) &&
            !recorder_warn(recorder, "not measured", line, error))
            return false;
    }
    return true;
}
