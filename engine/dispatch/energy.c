// Energy of executions: counters found once, idle power measured before the first of them.
#include "dispatch/energy.h"

#include "base/clock.h"
#include "machine/sys.h"
#include "meters/energy.h"
#include "stats/interval.h"

#include <math.h>
#include <time.h>

enum { IDLE_LOOKS = 5 }; // a second each

static bool tell(struct workbench *workbench, const char *text, struct error *error)
{
    return workbench_tell_once(workbench, "energy", text, error);
}

// What the meters that can be had here read.
static unsigned parts_of(const struct workbench *workbench)
{
    unsigned parts = 0;
    enum rapl_part part;
    for (size_t i = 0; i < workbench->meter_count; i++)
        if (energy_part(workbench->meters[i], &part))
            parts |= 1U << part;
    return parts;
}

// The power of all packages in one second of sleep.
static bool idle_look(struct workbench *workbench, double *watts, const char **why)
{
    const struct rapl *rapl = &workbench->energy.rapl;
    struct rapl_look before, after;
    rapl_look(rapl, &before);
    nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    rapl_look(rapl, &after);
    double joules;
    if (!rapl_between(rapl, RAPL_PACKAGES, &before, &after, workbench->arena, &joules, why))
        return false;
    *watts = joules / ((double)(after.at_ns - before.at_ns) * 1e-9);
    return true;
}

static bool keep_idle(struct workbench *workbench, const double *watts, struct error *error)
{
    struct arena *arena = workbench->arena;
    double sum = 0, squares = 0;
    for (int i = 0; i < IDLE_LOOKS; i++)
        sum += watts[i];
    double mean = workbench->energy.idle_w = sum / IDLE_LOOKS;
    for (int i = 0; i < IDLE_LOOKS; i++)
        squares += (watts[i] - mean) * (watts[i] - mean);
    double half = student_t(0.95, IDLE_LOOKS - 1) * sqrt(squares / (IDLE_LOOKS - 1) / IDLE_LOOKS);
    const char *text = arena_printf(
        arena,
        "idle: %.2f W ± %.2f W of all packages before the first execution, with all else that runs "
        "here: 'energy' holds that times the wall time, 'energy_above_idle' does not",
        mean, half);
    workbench->energy.idle_known = true;
    log_note(workbench->log, "%s", text);
    return store_set(workbench->store, "idle.power_w", arena_printf(arena, "%.17g", mean), error) &&
           store_set(workbench->store, "idle.half_width_w", arena_printf(arena, "%.17g", half),
                     error) &&
           store_event(workbench->store, "energy", text, error);
}

static bool measure_idle(struct workbench *workbench, struct error *error)
{
    double watts[IDLE_LOOKS];
    for (int i = 0; i < IDLE_LOOKS; i++) {
        const char *why;
        bool known = idle_look(workbench, &watts[i], &why);
        if (*workbench->stop)
            return failed(error, EXIT_INTERRUPTED, "interrupted");
        if (!known)
            return tell(workbench,
                        arena_printf(workbench->arena, "idle power is not known: %s", why), error);
    }
    return keep_idle(workbench, watts, error);
}

// A harness repeats a fast body more often: less energy for the same work does not show.
static bool tell_of_harnesses(struct workbench *workbench, struct error *error)
{
    const struct spec *spec = workbench->spec;
    bool told = true;
    for (size_t i = 0; told && i < spec->cell_count * spec->variant_count; i++) {
        const struct target *target = workbench->stations[i].target;
        if (target_has_iterations(target))
            told = tell(workbench,
                        arena_printf(workbench->arena,
                                     "energy of '%s' is of whole executions, in which a faster "
                                     "variant may do more: 'samples: process' compares equal work",
                                     target->benchmark),
                        error);
    }
    return told;
}

bool energy_begin(struct workbench *workbench, struct error *error)
{
    struct energy_watch *watch = &workbench->energy;
    if (watch->begun)
        return true;
    watch->begun = true;
    watch->parts = parts_of(workbench);
    if (!watch->parts)
        return true;
    watch->rapl = rapl_find(workbench->arena, machine_root(), watch->parts);
    return tell_of_harnesses(workbench, error) &&
           (!(watch->parts & 1U << RAPL_PACKAGES) || measure_idle(workbench, error));
}

const struct rapl *energy_counters(const struct workbench *workbench)
{
    return workbench->energy.rapl.count ? &workbench->energy.rapl : NULL;
}

bool energy_take(struct workbench *workbench, struct arena *scratch,
                 struct observation *observation, struct error *error)
{
    static const enum figure figures[RAPL_PARTS] = {FIGURE_ENERGY, FIGURE_ENERGY_CORES,
                                                    FIGURE_ENERGY_DRAM};
    const struct energy_watch *watch = &workbench->energy;
    const struct rapl_look *looks = observation->looks;
    for (enum rapl_part part = 0; looks && part < RAPL_PARTS; part++) {
        const char *why;
        double joules;
        if (!(watch->parts & 1U << part))
            continue;
        bool known = rapl_between(&watch->rapl, part, &looks[0], &looks[1], scratch, &joules, &why);
        if (known)
            figure_set(&observation->outcome.figures, figures[part], joules);
        else if (!tell(workbench,
                       arena_printf(scratch, "energy of some executions is not known: %s", why),
                       error))
            return false;
        if (known && part == RAPL_PACKAGES && watch->idle_known)
            figure_set(&observation->outcome.figures, FIGURE_ENERGY_ABOVE_IDLE,
                       joules - watch->idle_w * (double)(looks[1].at_ns - looks[0].at_ns) * 1e-9);
    }
    return true;
}
