// Measuring idle power, and the energy of executions.
#include "executor/observe/energy.h"

#include "base/clock.h"
#include "machine/sys.h"
#include "meters/energy.h"
#include "spec/target.h"
#include "stats/interval.h"
#include "store/events.h"
#include "store/facts.h"

#include <math.h>
#include <time.h>

enum { IDLE_PROBES = 5 }; // a second each

static bool warn(struct recorder *recorder, const char *text, struct error *error)
{
    return recorder_warn_once(recorder, "not measured", text, error);
}

// The parts of the machine whose energy the selected meters read.
static unsigned parts_of(const struct meter_selection *selection)
{
    unsigned parts = 0;
    enum rapl_part part;
    for (size_t i = 0; i < selection->count; i++)
        if (energy_part(selection->items[i], &part))
            parts |= 1U << part;
    return parts;
}

// The power of all packages in one second of sleep.
static bool idle_probe(const struct rapl *rapl, struct arena *arena, double *watts,
                       const char **why)
{
    struct rapl_reading before, after;
    rapl_read(rapl, &before);
    nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    rapl_read(rapl, &after);
    double joules;
    if (!rapl_between(rapl, RAPL_PACKAGES, &before, &after, arena, &joules, why))
        return false;
    *watts = joules / ((double)(after.at_ns - before.at_ns) * 1e-9);
    return true;
}

static bool keep_idle(struct energy_watch *watch, struct recorder *recorder, const double *watts,
                      struct error *error)
{
    struct arena *arena = recorder->arena;
    double sum = 0, squares = 0;
    for (int i = 0; i < IDLE_PROBES; i++)
        sum += watts[i];
    double mean = watch->idle_w = sum / IDLE_PROBES;
    for (int i = 0; i < IDLE_PROBES; i++)
        squares += (watts[i] - mean) * (watts[i] - mean);
    double half =
        student_t(0.95, IDLE_PROBES - 1) * sqrt(squares / (IDLE_PROBES - 1) / IDLE_PROBES);
    const char *text = arena_printf(
        arena,
        "idle: %.2f W ± %.2f W of all packages before the first execution, with everything else "
        "that runs here: 'energy' includes that times the wall time, 'energy_above_idle' does not",
        mean, half);
    watch->idle_known = true;
    log_note(recorder->log, "%s", text);
    return store_set(recorder->store, FACT_IDLE_POWER, arena_printf(arena, "%.17g", mean), error) &&
           store_set(recorder->store, FACT_IDLE_HALF_WIDTH, arena_printf(arena, "%.17g", half),
                     error) &&
           store_event(recorder->store, "energy", text, error);
}

static bool measure_idle(struct energy_watch *watch, struct recorder *recorder,
                         const volatile sig_atomic_t *stop, struct error *error)
{
    double watts[IDLE_PROBES];
    for (int i = 0; i < IDLE_PROBES; i++) {
        const char *why;
        bool known = idle_probe(&watch->rapl, recorder->arena, &watts[i], &why);
        if (*stop)
            return failed(error, EXIT_INTERRUPTED, "interrupted");
        if (!known)
            return warn(recorder, arena_printf(recorder->arena, "idle power is not known: %s", why),
                        error);
    }
    return keep_idle(watch, recorder, watts, error);
}

// A harness repeats a faster body more often, so less energy for the same work is not visible.
static bool warn_of_harnesses(struct recorder *recorder, const struct spec *spec,
                              struct error *error)
{
    bool done = true;
    for (size_t i = 0; done && i < spec->cell_count * spec->variant_count; i++) {
        const struct target *target =
            &spec->cells[i / spec->variant_count].targets[i % spec->variant_count];
        if (target_has_iterations(target))
            done = warn(
                recorder,
                arena_printf(recorder->arena,
                             "energy of '%s' covers whole executions, in which a faster variant "
                             "may do more work: 'samples: process' compares equal work",
                             target->benchmark),
                error);
    }
    return done;
}

bool energy_begin(struct energy_watch *watch, struct recorder *recorder,
                  const struct meter_selection *selection, const struct spec *spec,
                  const volatile sig_atomic_t *stop, struct error *error)
{
    if (watch->begun)
        return true;
    watch->begun = true;
    watch->parts = parts_of(selection);
    if (!watch->parts)
        return true;
    watch->rapl = rapl_find(recorder->arena, machine_root(), watch->parts);
    return warn_of_harnesses(recorder, spec, error) &&
           (!(watch->parts & 1U << RAPL_PACKAGES) || measure_idle(watch, recorder, stop, error));
}

const struct rapl *energy_counters(const struct energy_watch *watch)
{
    return watch->rapl.count ? &watch->rapl : NULL;
}

bool energy_take(const struct energy_watch *watch, struct recorder *recorder, struct arena *scratch,
                 struct observation *observation, struct error *error)
{
    static const enum figure figures[RAPL_PARTS] = {FIGURE_ENERGY, FIGURE_ENERGY_CORES,
                                                    FIGURE_ENERGY_DRAM};
    const struct rapl_reading *readings = observation->readings;
    for (enum rapl_part part = 0; readings && part < RAPL_PARTS; part++) {
        const char *why;
        double joules;
        if (!(watch->parts & 1U << part))
            continue;
        bool known =
            rapl_between(&watch->rapl, part, &readings[0], &readings[1], scratch, &joules, &why);
        if (known)
            figure_set(&observation->outcome.figures, figures[part], joules);
        else if (!warn(recorder,
                       arena_printf(scratch, "energy of some executions is not known: %s", why),
                       error))
            return false;
        if (known && part == RAPL_PACKAGES && watch->idle_known)
            figure_set(&observation->outcome.figures, FIGURE_ENERGY_ABOVE_IDLE,
                       joules -
                           watch->idle_w * (double)(readings[1].at_ns - readings[0].at_ns) * 1e-9);
    }
    return true;
}
