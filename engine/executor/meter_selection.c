// Which of the meters asked for can be had on the machine that measures.
#include "executor/meter_selection.h"
#include "run/execution.h"

bool meter_selection_choose(struct local_executor *executor, const char *root, struct error *error)
{
    struct arena *arena = executor->arena;
    const struct spec *spec = executor->spec;
    const char *all = "";
    executor->meters = arena_new_array(arena, const struct meter *, spec->meter_count);
    executor->meter_count = 0;
    for (size_t i = 0; i < spec->meter_count; i++) {
        const struct meter *meter = spec->meters[i];
        const char *why = meter_unavailable(meter, arena, root);
        if (!why) {
            executor->meters[executor->meter_count++] = meter;
            continue;
        }
        const char *line = arena_printf(arena, "%s: %s", meter->name, why);
        text_list_add(&executor->unmeasured, arena, arena_printf(arena, "not measured: %s", line));
        all = arena_printf(arena, "%s%s%s", all, *all ? "; " : "", line);
    }
    return executor->meter_count > 0 ||
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

bool meter_selection_check(struct local_executor *executor, const struct observation *observation,
                           struct error *error)
{
    for (size_t i = 0; i < executor->meter_count; i++) {
        const struct meter *meter = executor->meters[i];
        const char *why = why_missing(meter, observation);
        if (!why)
            continue;
        const char *line = arena_printf(executor->arena, "not measured in every execution: %s: %s",
                                        meter->name, why);
        if (text_list_add_once(&executor->unmeasured, executor->arena, line) &&
            !local_executor_tell(executor, "not measured", line, error))
            return false;
    }
    return true;
}
