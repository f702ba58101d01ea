// Meters of perf_event_open(2): cycles, instructions … migrations, per iteration of the harness or
// for a whole execution, and frequency, the ratio of two.
#include "meters/counters.h"

#include "machine/sys.h"
#include "model/better.h"
#include "run/execution.h"
#include "run/launcher/counters.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char paranoid_file[] = "/proc/sys/kernel/perf_event_paranoid";

const char *counter_refusal(struct arena *arena, int number, int paranoid, int most)
{
    switch (number) {
    case 0:
        return NULL;
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
        return "this machine has no such counter; virtual machines mostly have none";
    case ENOSYS:
        return "this kernel has no perf events, or the container forbids them";
    case EACCES:
    case EPERM:
        if (paranoid > most)
            return arena_printf(arena,
                                "perf_event_paranoid is %d: sysctl kernel.perf_event_paranoid=%d",
                                paranoid, most);
        return "perf_event_open() is forbidden here; a container may need --cap-add PERFMON";
    default:
        return arena_printf(arena, "perf_event_open() failed: %s", strerror(number));
    }
}

// `whole`: refuse a counter that excludes kernel code.
static const char *refusal_of(struct arena *arena, const char *root, enum counter counter,
                              bool whole)
{
    bool user_code_alone;
    int number = counter_try(counter, &user_code_alone);
    if (whole && user_code_alone)
        number = EACCES;
    const char *paranoid = number ? sys_line(arena, root, paranoid_file) : NULL;
    return counter_refusal(arena, number, paranoid ? (int)strtol(paranoid, NULL, 10) : -1,
                           whole || counter_kinds[counter].kernel_only ? 1 : 2);
}

static enum counter counter_of(enum figure figure)
{
    return (enum counter)(figure - FIGURE_CYCLES);
}

static bool probe(const struct meter *meter, struct arena *arena, const char *root,
                  const char **why)
{
    *why = refusal_of(arena, root, counter_of(meter->figure), meter->divides);
    if (!*why && meter->divides)
        *why = refusal_of(arena, root, counter_of(meter->divisor), false);
    return !*why;
}

bool counts_user_code_alone(const struct observation *observation)
{
    return figure_is_known(&observation->outcome.figures, FIGURE_USER_CODE_ALONE) ||
           (observation->header && observation->header->answer.user_code);
}

static bool per_iteration(const struct meter *meter, const struct sampling *sampling)
{
    (void)meter;
    return sampling->kind == SAMPLING_ESWEXP;
}

// The count of one batch; below 0 if unknown.
static double count_of(const struct observation *observation, size_t record, enum figure figure)
{
    uint64_t counted = observation->counted, before = counted & (figure_bit(figure) - 1);
    size_t columns = (size_t)__builtin_popcountll(counted);
    size_t column = (size_t)__builtin_popcountll(before);
    return counted & figure_bit(figure) ? observation->counts[record * columns + column] *
                                              counter_kinds[counter_of(figure)].scale
                                        : -1;
}

// The value of one iteration; false if unknown, because the kernel ran other counters instead.
static bool value_of(const struct meter *meter, const struct observation *observation,
                     size_t record, double *value)
{
    double count = count_of(observation, record, meter->figure);
    double by = meter->divides ? count_of(observation, record, meter->divisor)
                               : (double)observation->records[record].iterations;
    *value = count / by;
    return count >= 0 && by > 0;
}

static size_t collect(const struct meter *meter, const struct observation *observation,
                      double *values, size_t capacity)
{
    size_t count = 0;
    double value;
    if (meter->divides && counts_user_code_alone(observation))
        return 0; // cycles of user code over the time of all code
    if (observation->sampling.kind != SAMPLING_ESWEXP)
        return meter_collect_figure(meter, observation, values, capacity);
    for (size_t i = 0; i < observation->record_count; i++) {
        uint32_t flags = observation->records[i].flags;
        if (flags & (ESW_WARMUP | ESW_GIVEN) || !value_of(meter, observation, i, &value))
            continue;
        if (count < capacity)
            values[count] = value;
        count++;
    }
    return count;
}

// clang-format off
#define COUNTER(its_name, its_unit, its_figure, its_summary)                                       \
    {                                                                                              \
        .name = (its_name), .unit = (its_unit), .summary = (its_summary), .better = BETTER_LESS,   \
        .reads = true, .figure = (its_figure), .probe = probe, .per_iteration = per_iteration,     \
        .collect = collect,                                                                        \
    }
// clang-format on

extern const struct meter cycles_meter, instructions_meter, cache_references_meter,
    cache_misses_meter, branches_meter, branch_misses_meter, task_clock_meter, migrations_meter,
    frequency_meter;

const struct meter cycles_meter = COUNTER("cycles", "", FIGURE_CYCLES, "cycles of the CPU's clock");
const struct meter instructions_meter =
    COUNTER("instructions", "", FIGURE_INSTRUCTIONS, "instructions that were completed");
const struct meter cache_references_meter = COUNTER("cache_references", "", FIGURE_CACHE_REFERENCES,
                                                    "accesses to the last level of cache, mostly");
const struct meter cache_misses_meter =
    COUNTER("cache_misses", "", FIGURE_CACHE_MISSES, "of these those that went to memory");
const struct meter branches_meter =
    COUNTER("branches", "", FIGURE_BRANCHES, "branches, taken or not");
const struct meter branch_misses_meter =
    COUNTER("branch_misses", "", FIGURE_BRANCH_MISSES, "branches that were mispredicted");
const struct meter task_clock_meter =
    COUNTER("task_clock", "s", FIGURE_TASK_CLOCK, "time on a CPU, by the scheduler's fine clock");

const struct meter migrations_meter = {
    .name = "migrations",
    .unit = "",
    .summary = "migrations of an execution to another CPU",
    .better = BETTER_LESS,
    .incidental = true,
    .reads = true,
    .figure = FIGURE_MIGRATIONS,
    .probe = probe,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter frequency_meter = {
    .name = "frequency",
    .unit = "Hz",
    .summary = "cycles per second of CPU time",
    .better = BETTER_MORE,
    .reads = true,
    .figure = FIGURE_CYCLES,
    .divides = true,
    .divisor = FIGURE_TASK_CLOCK,
    .probe = probe,
    .per_iteration = per_iteration,
    .collect = collect,
};
