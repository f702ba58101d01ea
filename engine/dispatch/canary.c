// Looking at the machine at the end of blocks.
#include "dispatch/canary.h"

#include "base/clock.h"
#include "base/installation.h"
#include "dispatch/disturbed.h"
#include "machine/cpu_list.h"
#include "meters/meter.h"
#include "store/canary.h"

#include <math.h>

// Four repetitions of 2 to 3 ms are more than a time slice of what else may run there; the first,
// before them, warms up. The number stays: looks of one campaign are compared with each other.
enum { REPETITIONS = 4 };

static const double SHARE = 0.01;    // of the time spent measuring
static const double FIRST_S = 0.015; // what a look takes, before one was made
static const double TIMEOUT_S = 10;

static bool tell(struct workbench *workbench, struct arena *arena, const char *failure,
                 struct error *error)
{
    workbench->canary.failed = true;
    return *workbench->stop ||
           workbench_tell(
               workbench, "canary",
               arena_printf(arena, "the canary, which watches the machine, failed: %s", failure),
               error);
}

static bool keep(struct workbench *workbench, struct arena *arena, const struct station *station,
                 int64_t build, const struct observation *observation, struct error *error)
{
    if (observation->outcome.slept_s > 0)
        return true; // it says nothing, and the next one will
    double values[REPETITIONS] = {0}, sum = 0;
    uint64_t disturbed[DISTURBANCES] = {0};
    const struct meter *meter = meter_find("wall_time");
    size_t count = meter->collect(meter, observation, values, REPETITIONS);
    if (observation->failure || count != REPETITIONS)
        return tell(workbench, arena,
                    observation->failure ? observation->failure : "it gave no samples", error);
    for (size_t i = 0; i < REPETITIONS; i++)
        sum += values[i];
    disturbed_of(observation, disturbed);
    struct canary_look look = {
        .start = observation->outcome.start,
        .cpus = cpus_named(arena, station->cpus, station->cpu_count),
        .seconds = sum / REPETITIONS,
        .switches = (int64_t)disturbed[DISTURBANCE_SWITCH],
    };
    return store_canary(workbench->store, build, &look, error);
}

static bool look(struct workbench *workbench, struct arena *arena, const struct station *station,
                 int64_t build, struct error *error)
{
    char *program = NULL;
    struct error missing;
    if (!installation_helper(arena, "eswexp-canary", &program, &missing))
        return tell(workbench, arena, missing.text, error);
    struct execution_request request = {
        .program = program,
        .arguments = (char *[]){program, NULL},
        .environment = (char *[]){NULL},
        .folder = "/",
        .cpus = station->cpus,
        .cpu_count = station->cpu_count,
        .standing = station->standing,
        .timeout_s = TIMEOUT_S,
        .sampling = {.kind = SAMPLING_ESWEXP, .unit = "s", .scale = 1},
        .warmup = 1,
        .iterations = REPETITIONS,
    };
    struct observation observation;
    size_t ended = 0;
    return execution_run(arena, &workbench->launcher, &request, 1, &observation, &ended, error) &&
           keep(workbench, arena, station, build, &observation, error);
}

// What one took beyond the shortest is owed, but no more than that again: whatever held one up
// does not put off the others for long.
void canary_looked(struct canary_watch *canary, double took_s)
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

bool canary_look(struct workbench *workbench, size_t cell, int64_t build, double measured_s,
                 struct error *error)
{
    struct canary_watch *canary = &workbench->canary;
    const struct station *station = &workbench->stations[cell * workbench->spec->variant_count];
    canary->since_s += measured_s;
    if (!station->target->canary || *workbench->stop ||
        !canary_is_due(canary, &workbench->deadline))
        return true;
    struct arena scratch = {0};
    int64_t begin = clock_boot_ns();
    bool done = look(workbench, &scratch, station, build, error);
    canary_looked(canary, (double)(clock_boot_ns() - begin) * 1e-9);
    arena_release(&scratch);
    return done;
}
