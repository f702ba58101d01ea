// Attempts at executions.
#include "dispatch/perform.h"

#include "base/files.h"
#include "dispatch/clocking.h"
#include "dispatch/counted.h"
#include "dispatch/disturbed.h"
#include "dispatch/energy.h"
#include "dispatch/measured.h"
#include "dispatch/reported.h"

#include <math.h>
#include <string.h>

// While a station's executions are shorter, results may wait for each other before a commit.
static const double SHORT_S = 0.01;

// A pilot looks for the warm-up in more iterations than it needs, but not for longer than this.
static const double PATIENCE_S = 1;

// How long ago the last look at the machine's throttling must be for another: many short executions
// share one, and what throttled it before them, such as a compiler, is not theirs.
static const int64_t LOOK_NS = 100000000, LOOK_BEFORE_NS = 1000000000;

// The program as it is executed. Own sources have no first word; a project's command may be a
// script that runs what was built.
static void set_program(const struct workbench *workbench, struct arena *arena,
                        const struct station *station, struct text_list *words,
                        const struct built *built, struct execution_request *request)
{
    if (!station->program) {
        request->program = words->items[0];
        request->folder = workbench->spec->folder;
        return;
    }
    if (station->target->kind == TARGET_SOURCES)
        words->items[0] = arena_strdup(arena, program_path(station->program));
    request->binary = built->binary;
    request->copy_to = program_path(station->program);
    request->program = words->items[0];
    request->folder = program_folder(station->program);
}

struct execution_request attempt_request(const struct workbench *workbench, struct arena *arena,
                                         const struct attempt *attempt, struct draws *draws)
{
    const struct spec *spec = workbench->spec;
    const struct station *station = attempt->station;
    const struct planned_block *block = attempt->block;
    const struct planned_execution *execution = attempt->execution;
    const struct target *target = station->target;
    struct text_list words =
        spec_fill_all(arena, &target->command, execution->seed, block->number, execution->number);
    struct execution_request request = {
        .environment = spec_fill_all(arena, &target->environment, execution->seed, block->number,
                                     execution->number)
                           .items,
        .cpus = station->cpus,
        .cpu_count = station->cpu_count,
        .standing = station->standing,
        .timeout_s = target->timeout_s,
        .memory_limit_bytes = target->memory_limit_bytes,
        .placement = attempt->built->placement,
        .sampling = target->sampling,
        .warmup = execution->warmup,
        .iterations = spec->repeat.iteration ? spec->repeat.iteration : execution->iterations,
        .minimum_time_s = spec->repeat.minimum_time_s,
        .rapl = energy_counters(workbench),
        .metrics = true,
        .clock = spec->clock,
    };
    if (block->phase == PHASE_PILOT && spec->repeat.warmup_auto) {
        request.enough = spec->repeat.pilot[0];
        request.patience_s = PATIENCE_S;
    }
    for (size_t i = 0; i < workbench->meter_count; i++)
        meter_ask(workbench->meters[i], &request);
    for (size_t i = 0; i < station->use_count; i++) {
        const struct randomizer_use *use = &station->uses[i];
        struct stream stream =
            plan_stream(spec, target, block->number, execution->number, use->kind->name);
        if (use->kind->draw_execution)
            use->kind->draw_execution(use, &stream, &request.placement, draws);
    }
    set_program(workbench, arena, station, &words, attempt->built, &request);
    if (sampling_is_foreign(target->sampling.kind)) {
        request.json = path_join(arena, workbench->folder, "samples.json");
        request.told_count = target_has_iterations(target);
        foreign_ask(arena, target->sampling.kind, request.json,
                    request.told_count ? request.warmup + request.iterations : 0, &words);
    }
    request.arguments = words.items;
    return request;
}

// `repeat.iteration: K` keeps the K-th value alone.
static void keep_one(size_t wanted, struct stored_series *series)
{
    if (wanted && series->count >= wanted) {
        series->values += wanted - 1;
        series->count = 1;
    }
}

static struct stored_series collect_one(struct arena *arena, const struct meter *meter,
                                        const struct observation *observation)
{
    size_t count = meter->collect(meter, observation, NULL, 0);
    double *values = arena_new_array(arena, double, count);
    meter->collect(meter, observation, values, count);
    return (struct stored_series){meter->name, meter_unit(meter, &observation->sampling), values,
                                  count};
}

// Turns what was observed into values; an execution of which no meter knows anything has failed.
static void collect(const struct workbench *workbench, struct arena *arena,
                    struct observation *observation, struct stored_execution *stored,
                    struct attempt *attempt)
{
    size_t meter_count = workbench->meter_count;
    const struct reported *reported = &workbench->reported;
    struct stored_series *series =
        arena_new_array(arena, struct stored_series, meter_count + REPORTED_MOST);
    for (size_t i = 0; i < meter_count; i++) {
        const struct meter *meter = workbench->meters[i];
        series[i] = collect_one(arena, meter, observation);
        if (meter->per_iteration(meter, &observation->sampling))
            keep_one(workbench->spec->repeat.iteration, &series[i]);
        attempt->succeeded = attempt->succeeded || series[i].count > 0;
    }
    if (!attempt->succeeded)
        observation->failure = "no samples: nothing that 'measure' names is known of it";
    stored->series = series;
    stored->series_count = meter_count;
    for (size_t i = 0; i < reported->count; i++)
        if (!reported->metrics[i].left_out)
            series[stored->series_count++] =
                collect_one(arena, reported->metrics[i].meter, observation);
    attempt->values = series[0].values;
    attempt->count = series[0].count;
}

// The time inside iterations that were asked for: the rest of the process is its start and warm-up.
static double iterating_s(const struct observation *observation)
{
    double ticks = 0;
    for (size_t i = 0; i < observation->record_count; i++)
        ticks += observation->records[i].flags & ESW_WARMUP ? 0 : observation->records[i].duration;
    return observation->header
               ? ticks * observation->header->answer.ns_per_tick * 1e-9
               : fmin(observation->foreign.iterating_s, observation->outcome.seconds);
}

// The output of a station's first failure says enough.
static void warn(const struct workbench *workbench, const struct attempt *attempt,
                 const struct observation *observation)
{
    struct station *station = attempt->station;
    bool first = attempt->number == 1;
    log_warning(workbench->log, "benchmark '%s', variant '%s', block %zu: %s%s",
                station->target->benchmark, station->target->variant, attempt->block->number,
                observation->failure, first ? "; trying once more" : "");
    if (first || station->quoted || !observation->output || !*observation->output)
        return;
    log_warning(workbench->log, "its last output:\n%s", observation->output);
    station->quoted = true;
}

static bool tell_of_refusal(struct workbench *workbench, struct error *error)
{
    return workbench_tell_once(workbench, "layout",
                               "ptrace is refused here: addresses are not recorded, and a drawn "
                               "stack limit stays in force (docker: --cap-add SYS_PTRACE)",
                               error);
}

// Where the kernel's own randomization put things: it cannot be repeated, but it can be looked at.
static void record_addresses(const struct execution_request *request, const struct outcome *outcome,
                             struct draws *draws)
{
    if (!request->placement.record_addresses || outcome->stop_refused)
        return;
    draws_add_hex(draws, "image_start", outcome->image_start);
    draws_add_hex(draws, "stack_start", outcome->stack_start);
    draws_add_hex(draws, "heap_start", outcome->heap_start);
}

// What the execution reported is brought into shape; it fails if what `measure` names is missing.
static bool take_reports(struct workbench *workbench, struct arena *scratch,
                         struct station *station, struct observation *observation,
                         struct error *error)
{
    if (observation->failure)
        return true;
    observation->failure = reported_check(workbench->spec, scratch, observation);
    if (observation->failure) {
        observation->output =
            execution_last_words(scratch, &workbench->launcher, &observation->outcome);
        return true;
    }
    station->heard = true;
    station->reports = station->reports || observation->metrics.count > 0;
    return reported_meet(workbench, scratch, observation, error);
}

bool attempt_can_queue(const struct workbench *workbench, const struct attempt *attempt)
{
    const struct station *station = attempt->station;
    return !station->program && station->heard && !station->reports &&
           !energy_counters(workbench) && station->target->sampling.kind == SAMPLING_PROCESS;
}

static bool store_attempt(struct workbench *workbench, struct arena *scratch,
                          struct attempt *attempt, const struct execution_request *request,
                          struct observation *observation, uint64_t throttled, struct draws *draws,
                          struct error *error)
{
    attempt->station->last_s = observation->outcome.seconds;
    if (!observation->failure &&
        !clocking_note(workbench, scratch, attempt->station, observation, error))
        return false;
    if (observation->outcome.stop_refused && !tell_of_refusal(workbench, error))
        return false;
    if (observation->failure && *workbench->stop)
        return failed(error, EXIT_INTERRUPTED, "interrupted"); // a killed child is no failure
    record_addresses(request, &observation->outcome, draws);
    struct stored_execution stored = {
        .execution = attempt->id,
        .attempt = attempt->number,
        .start = observation->outcome.start,
        .final = attempt->number == ATTEMPTS_MOST,
        .seconds = observation->outcome.seconds,
        .iterating_s = iterating_s(observation),
        .batch = observation->header ? observation->header->answer.batch
                                     : observation->foreign.iterations,
        .draws = draws,
    };
    disturbed_of(observation, stored.disturbed);
    stored.disturbed[DISTURBANCE_THROTTLING] = throttled;
    if (!observation->failure && !energy_take(workbench, scratch, observation, error))
        return false;
    figures_add(&observation->outcome.figures, &attempt->built->figures);
    if (!take_reports(workbench, scratch, attempt->station, observation, error))
        return false;
    if (!observation->failure) {
        collect(workbench, scratch, observation, &stored, attempt);
        if (!measured_check(workbench, observation, error))
            return false;
    }
    stored.counts = !observation->failure;
    stored.exit = observation->failure ? observation->failure : "0";
    if (observation->failure)
        warn(workbench, attempt, observation);
    return store_execution(workbench->store, &stored, error) &&
           (stored.counts || store_commit(workbench->store, error));
}

bool perform(struct workbench *workbench, struct arena *scratch, struct attempt *attempts,
             size_t count, size_t *ended, struct error *error)
{
    struct execution_request *requests = arena_new_array(scratch, struct execution_request, count);
    struct observation *observations = arena_new_array(scratch, struct observation, count);
    struct draws *draws = arena_new_array(scratch, struct draws, count);
    for (size_t i = 0; i < count; i++)
        requests[i] = attempt_request(workbench, scratch, &attempts[i], &draws[i]);
    double last_s = attempts->station->last_s;
    if ((last_s == 0 || last_s >= SHORT_S) && !store_commit(workbench->store, error))
        return false;
    (void)throttle_look(&workbench->throttle, LOOK_BEFORE_NS);
    if (!execution_run(scratch, &workbench->launcher, requests, count, observations, ended, error))
        return false;
    uint64_t throttled = throttle_look(&workbench->throttle, LOOK_NS);
    for (size_t i = 0; i < *ended; i++) {
        if (!observations[i].failure && !counted_finish(workbench, scratch, attempts[i].station,
                                                        &requests[i], &observations[i], error))
            return false;
        if (!store_attempt(workbench, scratch, &attempts[i], &requests[i], &observations[i],
                           throttled, &draws[i], error))
            return false;
        if (!attempts[i].succeeded)
            *ended = i + 1; // to be tried once more before the next
    }
    return count == 1 || store_commit(workbench->store, error);
}
