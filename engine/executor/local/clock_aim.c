// Finds programs that run until a clock says so, on a CPU that seems to be slower.
#include "executor/local/clock_aim.h"

#include "base/clock.h"
#include "executor/local/internal.h"
#include "meters/build.h"
#include "run/execution.h"
#include "run/printed_time.h"

#include <math.h>
#include <unistd.h>

// A slowed process is stopped for three quarters of its time (launcher_main.c), and reads four
// times its CPU time (cpu_clock.c), so that one that aims at either gets a quarter of the CPU time;
// fixed work gets all of it, give or take a few percent. On a busy machine one that aims at wall
// time gets more than a quarter, so that several pairs decide.
static const double SLOWER_TIMES = 4, SHARE_AIMED = 0.8, SHARE_CLEAR = 0.65, SHARE_FIXED = 0.9;
enum { PAIRS_CLEAR = 2, PAIRS_LEAST = 3, PAIRS_MOST = 8 };

// One pair shows that the work of a process is fixed if it had a CPU nearly all the time, or took
// so much longer when slowed.
static const double ALONE_LEAST = 0.8, LONGER_TIMES = 2;

// A shorter process is mostly its start, of which little is stopped.
static const double CPU_LEAST_S = 10e-3;

// Of its time; a process that waits more than that is not slowed by a stop.
static const double BUSY_LEAST = 0.2;

// ---- Metrics

static bool is_of_memory(const struct meter *meter)
{
    return meter->reads && meter->figure >= FIGURE_PEAK_MEMORY &&
           meter->figure <= FIGURE_KERNEL_MEMORY;
}

// Those of the whole process that grow with the time that it takes, comma-separated.
static const char *following(const struct local_executor *executor, struct arena *arena,
                             const struct sampling *sampling)
{
    const char *names = "";
    for (size_t i = 0; i < executor->meters.count; i++) {
        const struct meter *meter = executor->meters.items[i];
        if (!meter->custom && !meter->divides && !meter->per_iteration(meter, sampling) &&
            !is_of_memory(meter) && !meter_is_of_build(meter))
            names = arena_printf(arena, "%s%s%s", names, *names ? "," : "", meter->name);
    }
    return names;
}

// ---- Executions

// CPU and wall time, and what it printed.
struct aimed {
    double cpu_s, wall_s;
    bool failed, timed_out, clock_scaled;
    const char *output;
    size_t length;
};

static bool execute(struct local_executor *executor, struct arena *scratch,
                    const struct attempt *attempt, double slowed_s, double limit_s,
                    struct aimed *aimed, struct error *error)
{
    enum { OUTPUT_BYTES = 64 << 10 };
    struct draws *draws = arena_new(scratch, struct draws);
    struct execution_request request = attempt_trial_request(executor, scratch, attempt, draws);
    struct observation observation;
    size_t ended = 0;
    request.sampling = (struct sampling){.kind = SAMPLING_PROCESS};
    request.foreign_file = NULL;
    request.figures = 0;
    request.metrics = false;
    request.slowed_s = slowed_s;
    request.timeout_s = request.timeout_s > 0 ? fmin(request.timeout_s, limit_s) : limit_s;
    if (!execution_run(scratch, &executor->launcher, &request, 1, &observation, &ended, error))
        return false;
    if (*executor->base.stop)
        return failed(error, EXIT_INTERRUPTED, "interrupted before anything was measured");
    account_spend(executor->base.account, TIME_EXECUTIONS, observation.outcome.seconds);
    const double *values = observation.outcome.figures.values;
    *aimed = (struct aimed){.cpu_s = values[FIGURE_USER_TIME] + values[FIGURE_SYSTEM_TIME],
                            .wall_s = observation.outcome.seconds,
                            .failed = observation.failure,
                            .timed_out = observation.outcome.ending == ENDED_TIMEOUT,
                            .clock_scaled = observation.outcome.clock_scaled};
    aimed->output = launcher_output(&executor->launcher, scratch, &observation.outcome,
                                    STDOUT_FILENO, OUTPUT_BYTES, &aimed->length);
    if (!aimed->output)
        aimed->output = "";
    return true;
}

// What pairs of a normal and a slowed execution took together.
struct pairs {
    int count;
    double normal_s, slowed_s, wall_s, slowed_wall_s; // CPU times of all; wall times
    double normal_least_s, slowed_most_s;             // CPU times
    bool failed, unscaled;
    bool outlasted; // a slowed one worked for longer than a normal one, by each clock
    double late_s;  // a slowed one did not end within this time, having worked for less
};

static bool add_pair(struct local_executor *executor, struct arena *scratch,
                     const struct attempt *attempt, double limit_s, struct aimed *normal,
                     struct pairs *pairs, struct error *error)
{
    struct aimed slowed = {0};
    if (!execute(executor, scratch, attempt, 0, limit_s, normal, error))
        return false;
    pairs->failed = normal->failed || normal->cpu_s < CPU_LEAST_S ||
                    normal->cpu_s < BUSY_LEAST * normal->wall_s;
    if (pairs->failed)
        return true;
    if (!execute(executor, scratch, attempt, normal->cpu_s, limit_s, &slowed, error))
        return false;
    pairs->count++;
    pairs->normal_s += normal->cpu_s;
    pairs->slowed_s += slowed.cpu_s;
    pairs->wall_s += normal->wall_s;
    pairs->slowed_wall_s += slowed.wall_s;
    pairs->normal_least_s =
        fmin(pairs->count > 1 ? pairs->normal_least_s : INFINITY, normal->cpu_s);
    pairs->slowed_most_s = fmax(pairs->slowed_most_s, slowed.cpu_s);
    pairs->unscaled = pairs->unscaled || !slowed.clock_scaled;
    pairs->outlasted = slowed.timed_out && slowed.cpu_s >= normal->cpu_s;
    pairs->late_s = slowed.timed_out && !pairs->outlasted ? slowed.wall_s : 0;
    pairs->failed = slowed.failed && !pairs->outlasted;
    return true;
}

enum aim { AIM_OPEN, AIM_FIXED, AIM_CLOCK, AIM_UNKNOWN };

// On a CPU of its own, or for longer than by the clock that it might aim at.
static bool is_clearly_fixed(const struct pairs *pairs)
{
    return pairs->normal_s >= ALONE_LEAST * pairs->wall_s ||
           pairs->slowed_wall_s >= LONGER_TIMES * pairs->wall_s;
}

static enum aim aim_of(const struct pairs *pairs)
{
    double share = pairs->slowed_s / pairs->normal_s;
    bool enough = pairs->count >= PAIRS_LEAST;
    // The work of some programs is random: none of the slowed executions is as long as a normal
    // one.
    bool apart = pairs->slowed_most_s < SHARE_AIMED * pairs->normal_least_s;
    if (pairs->failed)
        return AIM_UNKNOWN;
    if (pairs->outlasted || (share >= SHARE_FIXED && (enough || is_clearly_fixed(pairs))))
        return AIM_FIXED;
    if (apart &&
        ((share < SHARE_AIMED && enough) || (share < SHARE_CLEAR && pairs->count >= PAIRS_CLEAR)))
        return AIM_CLOCK;
    return pairs->count < PAIRS_MOST ? AIM_OPEN : AIM_UNKNOWN;
}

// ---- Words

static const char *remedy_of(struct arena *arena, const struct sampling *sampling,
                             const struct aimed *normal)
{
    const char *samples = printed_time_samples(arena, normal->output, normal->length);
    if (sampling->kind != SAMPLING_PROCESS)
        return "measure what it reports, or let it do a fixed number of iterations";
    return samples          ? arena_printf(arena, "read what it prints: samples: %s", samples)
           : normal->length ? "read what it prints (samples: {pattern: …}), or let it do a fixed "
                              "number of iterations"
                            : "it prints nothing: let it do a fixed number of iterations";
}

static const char *sentence(struct arena *arena, const struct sampling *sampling, const char *names,
                            const struct aimed *normal)
{
    const char *subject = sampling->kind == SAMPLING_PROCESS ? "the time of the process does"
                                                             : arena_printf(arena, "%s do", names);
    return arena_printf(arena,
                        "%s not depend on its code, because it runs until a clock says so: %s",
                        subject, remedy_of(arena, sampling, normal));
}

static const char *question(struct arena *arena, const struct sampling *sampling, const char *names)
{
    return sampling->kind == SAMPLING_PROCESS
               ? "whether it runs until a clock says so"
               : arena_printf(arena, "whether %s follow a clock", names);
}

// Why it is not known; NULL: for a reason that needs no word.
static const char *why_unknown(struct arena *arena, enum aim aim, const struct pairs *pairs,
                               const struct tried *tried)
{
    if (aim == AIM_FIXED)
        return "was not tried by its CPU time: the kernel refuses to trace it";
    if (aim == AIM_OPEN)
        return arena_printf(arena, "%s: the trial has no time left for %sexecutions of %.2g s",
                            pairs->count ? "is not clear" : "was not tried",
                            pairs->count ? "more " : "", tried->execution_s + tried->around_s);
    if (aim == AIM_UNKNOWN && pairs->late_s > 0)
        return arena_printf(arena, "is not clear: slowed down, it did not end within %.2g s",
                            pairs->late_s);
    if (aim == AIM_UNKNOWN && pairs->count && pairs->failed)
        return "is not clear: it fails where it is slowed down";
    return aim == AIM_UNKNOWN && pairs->count
               ? arena_printf(arena,
                              "is not clear: slowed down four times, it used %.0f %% of its "
                              "CPU time",
                              100 * pairs->slowed_s / pairs->normal_s)
               : NULL;
}

static void suspect(struct arena *arena, const char *names, const struct aimed *normal,
                    struct tried *tried)
{
    const char *samples = printed_time_samples(arena, normal->output, normal->length);
    tried->follows_clock = names;
    tried->clock_suspected = true;
    tried->clock_aim = arena_printf(
        arena,
        "it prints a time of its own, and whether it runs until a clock says so is not "
        "known: read what it prints (samples: %s)",
        samples ? samples : "{pattern: …}");
}

static void conclude(struct arena *arena, const struct sampling *sampling, const char *names,
                     enum aim aim, const struct pairs *pairs, const struct aimed *normal,
                     struct tried *tried)
{
    bool known = aim == AIM_CLOCK || (aim == AIM_FIXED && !pairs->unscaled);
    const char *why = known ? NULL : why_unknown(arena, aim, pairs, tried);
    if (known)
        tried->follows_clock = aim == AIM_CLOCK ? names : "";
    if (aim == AIM_CLOCK)
        tried->clock_aim = sentence(arena, sampling, names, normal);
    else if (!known && tried->prints_time)
        suspect(arena, names, normal, tried);
    else if (why)
        tried->clock_untried = arena_printf(arena, "%s %s", question(arena, sampling, names), why);
}

bool clock_aim_try(struct local_executor *executor, struct arena *scratch,
                   const struct attempt *attempt, struct clock_aim_allowance *allowance,
                   struct tried *tried, struct error *error)
{
    struct arena *arena = executor->base.arena;
    const struct sampling *sampling = &attempt->prepared->target->sampling;
    const char *names = following(executor, arena, sampling);
    double pair_s = (1 + SLOWER_TIMES) * (tried->execution_s + tried->around_s);
    double limit_s = 1 + 2 * pair_s, more_s = tried->prints_time ? allowance->doubtful_s : 0;
    struct pairs pairs = {0};
    struct aimed normal = {.output = ""};
    enum aim aim = AIM_OPEN;
    if (!*names || sampling->kind == SAMPLING_ESWEXP)
        return true;
    for (; aim == AIM_OPEN && pair_s <= allowance->left_s + more_s; aim = aim_of(&pairs)) {
        int64_t begin_ns = clock_boot_ns();
        if (!add_pair(executor, scratch, attempt, limit_s, &normal, &pairs, error))
            return false;
        pair_s = (double)(clock_boot_ns() - begin_ns) * 1e-9; // one that aims at a time takes less
        allowance->left_s -= pair_s;
        if (pairs.slowed_s < SHARE_FIXED * pairs.normal_s)
            more_s = allowance->doubtful_s;
    }
    conclude(arena, sampling, names, aim, &pairs, &normal, tried);
    return true;
}
