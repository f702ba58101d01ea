// Is this machine as an experiment requires it?
#include "campaign/fitness.h"

#include "machine/sys.h"

static void look_at_load(struct fitness_look *look)
{
    struct load *load = arena_new(look->arena, struct load);
    *load = load_over(look->arena, machine_root(), LOAD_SPAN_S, look->stop);
    look->load = load;
}

static void tell(const struct log *log, const struct requirement_judged *judged)
{
    log_error(log, "required: %s; is: %s; to get there: %s", judged->requirement->text, judged->is,
              judged->requirement->subject->how);
}

bool fitness_demand(struct fitness_look *look, const struct requirement *requirements, size_t count,
                    struct error *error)
{
    size_t unmet = 0;
    for (size_t i = 0; i < count && !look->load; i++)
        if (requirement_is_about_load(&requirements[i]))
            look_at_load(look);
    if (look->load && *look->stop)
        return failed(error, EXIT_INTERRUPTED, "interrupted while looking at the machine");
    const struct requirement_judged *judged =
        requirements_judge(look->arena, machine_root(), look->load, requirements, count);
    for (size_t i = 0; i < count; i++) {
        unmet += !judged[i].holds;
        if (!judged[i].holds)
            tell(look->log, &judged[i]);
    }
    return !unmet || failed(error, EXIT_UNFIT,
                            "the machine is not fit: %zu of %zu requirements not met ('eswexp "
                            "doctor' tells more)",
                            unmet, count);
}
