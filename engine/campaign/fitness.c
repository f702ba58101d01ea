// Checking the machine against the requirements of an experiment.
#include "campaign/fitness.h"

#include "machine/sys.h"

static void measure_load(struct fitness_check *check)
{
    struct load *load = arena_new(check->arena, struct load);
    *load = load_over(check->arena, machine_root(), LOAD_SPAN_S, check->stop);
    check->load = load;
}

static void log_unmet(const struct log *log, const struct requirement_judged *judged)
{
    log_error(log, "required: %s; is: %s; remedy: %s", judged->requirement->text, judged->is,
              judged->requirement->subject->how);
}

bool fitness_demand(struct fitness_check *check, const struct requirement *requirements,
                    size_t count, struct error *error)
{
    size_t unmet = 0;
    for (size_t i = 0; i < count && !check->load; i++)
        if (requirement_is_about_load(&requirements[i]))
            measure_load(check);
    if (check->load && *check->stop)
        return failed(error, EXIT_INTERRUPTED, "interrupted while checking the machine");
    const struct requirement_judged *judged =
        requirements_judge(check->arena, machine_root(), check->load, requirements, count);
    for (size_t i = 0; i < count; i++) {
        unmet += !judged[i].holds;
        if (!judged[i].holds)
            log_unmet(check->log, &judged[i]);
    }
    return !unmet || failed(error, EXIT_UNFIT,
                            "the machine is not fit: %zu of %zu requirements not met ('eswexp "
                            "doctor' explains them)",
                            unmet, count);
}
