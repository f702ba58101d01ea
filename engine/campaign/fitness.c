// Is this machine as an experiment requires it?
#include "campaign/fitness.h"

#include "machine/sys.h"

static bool load_matters(const struct requirement *requirements, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (requirement_is_about_load(&requirements[i]))
            return true;
    return false;
}

bool fitness_demand(struct arena *arena, const struct requirement *requirements, size_t count,
                    const struct log *log, const volatile sig_atomic_t *stop, struct error *error)
{
    struct load load = {0};
    size_t unmet = 0;
    if (load_matters(requirements, count))
        load = load_over(arena, machine_root(), LOAD_SPAN_S, stop);
    if (*stop)
        return failed(error, EXIT_INTERRUPTED, "interrupted while looking at the machine");
    const struct requirement_judged *judged =
        requirements_judge(arena, machine_root(), &load, requirements, count);
    for (size_t i = 0; i < count; i++) {
        if (judged[i].holds)
            continue;
        unmet++;
        log_error(log, "required: %s; is: %s; to get there: %s", requirements[i].text, judged[i].is,
                  requirements[i].subject->how);
    }
    return !unmet || failed(error, EXIT_UNFIT,
                            "the machine is not fit: %zu of %s not hold ('eswexp doctor' tells "
                            "more)",
                            unmet,
                            count == 1 ? "1 requirement does"
                                       : arena_printf(arena, "%zu requirements do", count));
}
