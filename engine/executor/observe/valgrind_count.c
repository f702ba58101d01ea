// Instructions of an execution, counted by running it once more in valgrind.
#include "executor/observe/valgrind_count.h"

#include "base/clock.h"
#include "run/valgrind.h"
#include "store/facts.h"

// The time of the run in valgrind, from which a phase of more of them is planned.
static bool note_cost(struct recorder *recorder, const struct valgrind_site *site,
                      struct arena *scratch, double seconds, struct error *error)
{
    const char *key = arena_printf(scratch, FACT_SIMULATION, site->cell, site->variant);
    return store_set(recorder->store, key, arena_printf(scratch, "%.6g", seconds), error);
}

// A failure in valgrind costs this count only.
static bool simulate(struct recorder *recorder, const struct valgrind_site *site,
                     struct arena *scratch, const struct execution_request *request,
                     struct observation *observation, struct error *error)
{
    double instructions = 0;
    int64_t begin = clock_boot_ns();
    const char *why = NULL;
    uint64_t batch = observation->header ? observation->header->answer.batch : 0;
    if (!valgrind_count(scratch, site->launcher, request, observation->outcome.seconds, batch,
                        site->folder, &instructions, &why, error))
        return false;
    if (why && *site->stop) // a killed one is no failure: the execution is repeated
        return failed(error, EXIT_INTERRUPTED, "interrupted");
    if (why && time_limit_left_s(&request->limit) <= 0)
        return failed(error, EXIT_DEADLINE, "%s in valgrind",
                      request->limit.is_deadline ? "the deadline came" : "the budget ended");
    if (why)
        log_warning(recorder->log, "benchmark '%s', variant '%s': not counted in valgrind: %s",
                    site->target->benchmark, site->target->variant, why);
    else
        figure_set(&observation->outcome.figures, FIGURE_VALGRIND_INSTRUCTIONS, instructions);
    return note_cost(recorder, site, scratch, (double)(clock_boot_ns() - begin) * 1e-9, error);
}

bool valgrind_count_add(struct recorder *recorder, const struct valgrind_site *site,
                        struct arena *scratch, const struct execution_request *request,
                        struct observation *observation, struct error *error)
{
    return !(request->figures & figure_bit(FIGURE_VALGRIND_INSTRUCTIONS)) ||
           simulate(recorder, site, scratch, request, observation, error);
}
