// Looking at the machine at the end of blocks.
#include "executor/canary.h"

#include "base/clock.h"
#include "base/files/installation.h"
#include "executor/interference.h"
#include "machine/cpu_list.h"
#include "meters/meter.h"
#include "model/process_settings.h"
#include "store/canary.h"

#include <math.h>

// Four repetitions of 2 to 3 ms are more than a time slice of what else may run there; the first,
// before them, warms up. The number stays: looks of one campaign are compared with each other.
enum { REPETITIONS = 4 };

static const double SHARE = 0.01;    // of the time spent measuring
static const double FIRST_S = 0.015; // what a look takes, before one was made
static const double TIMEOUT_S = 10;

static bool tell(struct local_executor *executor, struct arena *arena, const char *failure,
                 struct error *error)
{
    executor->canary.failed = true;
    return *executor->stop ||
           local_executor_tell(
               executor, "canary",
               arena_printf(arena, "the canary, which watches the machine, failed: %s", failure),
               error);
}

static bool keep(struct local_executor *executor, struct arena *arena,
                 const struct prepared_variant *prepared, int64_t build,
                 const struct observation *observation, struct error *error)
{
    if (observation->outcome.slept_s > 0)
        return true; // it says nothing, and the next one will
    double values[REPETITIONS] = {0}, sum = 0;
    uint64_t interference[INTERFERENCE_KINDS] = {0};
    const struct meter *meter = meter_find("wall_time");
    size_t count = meter->collect(meter, observation, values, REPETITIONS);
    if (observation->failure || count != REPETITIONS)
        return tell(executor, arena,
                    observation->failure ? observation->failure : "it gave no samples", error);
    for (size_t i = 0; i < REPETITIONS; i++)
        sum += values[i];
    interference_of(observation, interference);
    struct canary_probe probe = {
        .start = observation->outcome.start,
        .cpus = cpus_named(arena, prepared->cpus, prepared->cpu_count),
        .seconds = sum / REPETITIONS,
        .switches = (int64_t)interference[INTERFERENCE_SWITCH],
    };
    return store_canary(executor->store, build, &probe, error);
}

static bool probe(struct local_executor *executor, struct arena *arena,
                  const struct prepared_variant *prepared, int64_t build, struct error *error)
{
    char *program = NULL;
    struct error missing;
    if (!installation_helper(arena, "eswexp-canary", &program, &missing))
        return tell(executor, arena, missing.text, error);
    struct execution_request request = {
        .program = program,
        .arguments = (char *[]){program, NULL},
        .environment = (char *[]){NULL},
        .folder = "/",
        .cpus = prepared->cpus,
        .cpu_count = prepared->cpu_count,
        .process_settings = prepared->process_settings,
        .timeout_s = TIMEOUT_S,
        .sampling = {.kind = SAMPLING_ESWEXP, .unit = "s", .scale = 1},
        .warmup = 1,
        .iterations = REPETITIONS,
    };
    struct observation observation;
    size_t ended = 0;
    return execution_run(arena, &executor->launcher, &request, 1, &observation, &ended, error) &&
           keep(executor, arena, prepared, build, &observation, error);
}

// What one took beyond the shortest is owed, but no more than that again: whatever held one up
// does not put off the others for long.
void canary_probed(struct canary_watch *canary, double took_s)
{
    if (canary->cost_s == 0 || took_s < canary->cost_s)
        canary->cost_s = took_s;
    canary->since_s = -fmin(took_s - canary->cost_s, canary->cost_s) / SHARE;
}

bool canary_is_due(const struct canary_watch *canary, const struct deadline *deadline)
{
    double cost_s = canary->cost_s > 0 ? canary->cost_s : FIRST_S;
    return !canary->failed && canary->since_s * SHARE >= cost_s &&
           deadline_leaves(deadline, cost_s);
}

bool canary_probe(struct local_executor *executor, size_t cell, int64_t build, double measured_s,
                  struct error *error)
{
    struct canary_watch *canary = &executor->canary;
    const struct prepared_variant *prepared =
        &executor->prepared_variants[cell * executor->spec->variant_count];
    canary->since_s += measured_s;
    if (!prepared->target->canary || *executor->stop || !canary_is_due(canary, &executor->deadline))
        return true;
    struct arena scratch = {0};
    int64_t begin = clock_boot_ns();
    bool done = probe(executor, &scratch, prepared, build, error);
    canary_probed(canary, (double)(clock_boot_ns() - begin) * 1e-9);
    arena_release(&scratch);
    return done;
}
