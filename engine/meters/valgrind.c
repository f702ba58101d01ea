// The meter instructions_valgrind: simulated instructions, repeatable unlike counters.
#include "base/files/paths.h"
#include "meters/meter.h"
#include "model/better.h"
#include "run/start/environment.h"

static bool probe(const struct meter *meter, struct arena *arena, const char *root,
                  const char **why)
{
    (void)meter;
    (void)root;
    *why = "there is no valgrind in the PATH of executions: install the package valgrind";
    return path_find_program(arena, "valgrind", EXECUTION_PATH, NULL);
}

extern const struct meter valgrind_meter;
const struct meter valgrind_meter = {
    .name = "instructions_valgrind",
    .unit = "",
    .summary = "simulated instructions of an iteration or process",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_VALGRIND_INSTRUCTIONS,
    .probe = probe,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};
