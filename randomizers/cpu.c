// cpu: the CPU of each round, as a factor of attribution. The executor draws it, if machine.cpus
// says so.
#include "randomizers/cpu.h"

static const char *const draws[] = {"drawn_cpu", NULL};
static const char *const no_draws[] = {NULL};

static bool draws_per_build(const struct randomizer_use *use, bool linked)
{
    (void)use, (void)linked;
    return false;
}

static bool probe(const struct randomizer_use *use, const struct toolchain_facts *facts,
                  struct error *error)
{
    (void)use, (void)facts, (void)error;
    return true;
}

const struct randomizer cpu_randomizer = {
    .name = "cpu",
    .summary = "the CPU of each round",
    .build_draws = no_draws,
    .execution_draws = draws,
    .draws_per_build = draws_per_build,
    .probe = probe,
};
