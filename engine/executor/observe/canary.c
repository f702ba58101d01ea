// Running the canary between blocks.
#include "executor/observe/canary.h"

#include "base/clock.h"
#include "base/files/installation.h"
#include "executor/observe/interference.h"
#include "machine/cpu_list.h"
#include "meters/meter.h"
#include "model/process_settings.h"
#include "store/executions.h"
#include "store/results/canary.h"

#include <math.h>

// Four repetitions of 2 to 3 ms are more than a time slice of whatever else may run there; the
// first, before them, warms up. The number stays: probes of one campaign are compared with each
// other.
enum { REPETITIONS = 4 };

static const double SHARE = 0.01;    // of the time spent measuring
static const double FIRST_S = 0.015; // expected of the first probe
static const double TIMEOUT_S = 10;

static bool warn(struct canary_watch *canary, struct recorder *recorder,
                 const struct canary_site *site, struct arena *arena, const char *failure,
                 struct error *error)
{
    canary->failed = true;
    return *site->stop ||
           recorder_warn(
               recorder, "canary",
               arena_printf(arena, "the canary, which watches the machine, failed: %s", failure),
               error);
}

static bool keep(struct canary_watch *canary, struct recorder *recorder,
                 const struct canary_site *site, struct arena *arena, int64_t build,
                 const struct observation *observation, struct error *error)
{
    if (observation->outcome.slept_s > 0)
        return true; // the machine slept meanwhile: the time says nothing
    double values[REPETITIONS] = {0}, sum = 0;
    uint64_t interference[INTERFERENCE_KINDS] = {0};
    const struct meter *meter = meter_find("wall_time");
    size_t count = meter->collect(meter, observation, values, REPETITIONS);
    if (observation->failure || count != REPETITIONS)
        return warn(canary, recorder, site, arena,
                    observation->failure ? observation->failure : "it gave no samples", error);
    for (size_t i = 0; i < REPETITIONS; i++)
        sum += values[i];
    interference_of(observation, interference);
    struct canary_probe probe = {
        .start = observation->outcome.start,
        .cpus = cpus_named(arena, site->cpus, site->cpu_count),
        .seconds = sum / REPETITIONS,
        .switches = (int64_t)interference[INTERFERENCE_SWITCH],
    };
    return store_canary(recorder->store, build, &probe, error);
}

static bool probe(struct canary_watch *canary, struct recorder *recorder,
                  const struct canary_site *site, struct arena *arena, int64_t build,
                  struct error *error)
{
    char *program = NULL;
    struct error missing;
    if (!installation_helper(arena, "eswexp-canary", &program, &missing))
        return warn(canary, recorder, site, arena, missing.text, error);
    struct execution_request request = {
        .program = program,
        .arguments = (char *[]){program, NULL},
        .environment = (char *[]){NULL},
        .folder = "/",
        .cpus = site->cpus,
        .cpu_count = site->cpu_count,
        .process_settings = site->process_settings,
        .timeout_s = TIMEOUT_S,
        .sampling = {.kind = SAMPLING_ESWEXP, .unit = "s", .scale = 1},
        .warmup = 1,
        .iterations = REPETITIONS,
    };
    struct observation observation;
    size_t ended = 0;
    return execution_run(arena, site->launcher, &request, 1, &observation, &ended, error) &&
           keep(canary, recorder, site, arena, build, &observation, error);
}

// The time that a probe took beyond the shortest one delays the next, but at most by as much as the
// shortest costs: one slow probe does not put off the others for long.
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

bool canary_probe(struct canary_watch *canary, struct recorder *recorder,
                  const struct canary_site *site, int64_t build, double measured_s,
                  struct error *error)
{
    canary->since_s += measured_s;
    if (!site->wanted || *site->stop || !canary_is_due(canary, site->deadline))
        return true;
    struct arena scratch = {0};
    int64_t begin = clock_boot_ns();
    bool done = probe(canary, recorder, site, &scratch, build, error);
    canary_probed(canary, (double)(clock_boot_ns() - begin) * 1e-9);
    arena_release(&scratch);
    return done;
}
