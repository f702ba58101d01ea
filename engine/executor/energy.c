// Energy of executions: counters found once, idle power measured before the first of them.
#include "executor/energy.h"

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

static bool tell(struct local_executor *executor, const char *text, struct error *error)
{
    return local_executor_tell_once(executor, "energy", text, error);
}

// What the meters that can be had here read.
static unsigned parts_of(const struct local_executor *executor)
{
    unsigned parts = 0;
    enum rapl_part part;
    for (size_t i = 0; i < executor->meter_count; i++)
        if (energy_part(executor->meters[i], &part))
            parts |= 1U << part;
    return parts;
}

// The power of all packages in one second of sleep.
static bool idle_look(struct local_executor *executor, double *watts, const char **why)
{
    const struct rapl *rapl = &executor->energy.rapl;
    struct rapl_reading before, after;
    rapl_read(rapl, &before);
    nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    rapl_read(rapl, &after);
    double joules;
    if (!rapl_between(rapl, RAPL_PACKAGES, &before, &after, executor->arena, &joules, why))
        return false;
    *watts = joules / ((double)(after.at_ns - before.at_ns) * 1e-9);
    return true;
}

static bool keep_idle(struct local_executor *executor, const double *watts, struct error *error)
{
    struct arena *arena = executor->arena;
    double sum = 0, squares = 0;
    for (int i = 0; i < IDLE_PROBES; i++)
        sum += watts[i];
    double mean = executor->energy.idle_w = sum / IDLE_PROBES;
    for (int i = 0; i < IDLE_PROBES; i++)
        squares += (watts[i] - mean) * (watts[i] - mean);
    double half =
        student_t(0.95, IDLE_PROBES - 1) * sqrt(squares / (IDLE_PROBES - 1) / IDLE_PROBES);
    const char *text = arena_printf(
        arena,
        "idle: %.2f W ± %.2f W of all packages before the first execution, with all else that runs "
        "here: 'energy' holds that times the wall time, 'energy_above_idle' does not",
        mean, half);
    executor->energy.idle_known = true;
    log_note(executor->log, "%s", text);
    return store_set(executor->store, "idle.power_w", arena_printf(arena, "%.17g", mean), error) &&
           store_set(executor->store, "idle.half_width_w", arena_printf(arena, "%.17g", half),
                     error) &&
           store_event(executor->store, "energy", text, error);
}

static bool measure_idle(struct local_executor *executor, struct error *error)
{
    double watts[IDLE_PROBES];
    for (int i = 0; i < IDLE_PROBES; i++) {
        const char *why;
        bool known = idle_look(executor, &watts[i], &why);
        if (*executor->stop)
            return failed(error, EXIT_INTERRUPTED, "interrupted");
        if (!known)
            return tell(executor, arena_printf(executor->arena, "idle power is not known: %s", why),
                        error);
    }
    return keep_idle(executor, watts, error);
}

// A harness repeats a fast body more often: less energy for the same work does not show.
static bool tell_of_harnesses(struct local_executor *executor, struct error *error)
{
    const struct spec *spec = executor->spec;
    bool told = true;
    for (size_t i = 0; told && i < spec->cell_count * spec->variant_count; i++) {
        const struct target *target = executor->prepared_variants[i].target;
        if (target_has_iterations(target))
            told = tell(executor,
                        arena_printf(executor->arena,
                                     "energy of '%s' is of whole executions, in which a faster "
                                     "variant may do more: 'samples: process' compares equal work",
                                     target->benchmark),
                        error);
    }
    return told;
}

bool energy_begin(struct local_executor *executor, struct error *error)
{
    struct energy_watch *watch = &executor->energy;
    if (watch->begun)
        return true;
    watch->begun = true;
    watch->parts = parts_of(executor);
    if (!watch->parts)
        return true;
    watch->rapl = rapl_find(executor->arena, machine_root(), watch->parts);
    return tell_of_harnesses(executor, error) &&
           (!(watch->parts & 1U << RAPL_PACKAGES) || measure_idle(executor, error));
}

const struct rapl *energy_counters(const struct local_executor *executor)
{
    return executor->energy.rapl.count ? &executor->energy.rapl : NULL;
}

bool energy_take(struct local_executor *executor, struct arena *scratch,
                 struct observation *observation, struct error *error)
{
    static const enum figure figures[RAPL_PARTS] = {FIGURE_ENERGY, FIGURE_ENERGY_CORES,
                                                    FIGURE_ENERGY_DRAM};
    const struct energy_watch *watch = &executor->energy;
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
        else if (!tell(executor,
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
