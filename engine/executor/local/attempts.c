// Making attempts at executions.
#include "executor/local/attempts.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "executor/local/internal.h"
#include "executor/local/suite_series.h"
#include "executor/observe/interference.h"
#include "executor/observe/timer_overhead.h"
#include "executor/observe/valgrind_count.h"
#include "machine/sys.h"
#include "machine/topology.h"
#include "model/phase.h"
#include "model/process_settings.h"
#include "plan/levels.h"
#include "spec/target.h"
#include "spec/templates.h"
#include "stats/series/warmup_horizon.h"
#include "store/events.h"
#include "store/executions.h"
#include "store/transactions.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

// Results of shorter executions are committed together.
static const double SHORT_S = 0.01;

// Least age of the last reading of throttle counters for a new one, after and before executions:
// many short executions share a reading; throttling before them, by a compiler, say, is not theirs.
static const int64_t READ_NS = 100000000, READ_BEFORE_NS = 1000000000;

// The program as it is executed. Own sources have no first word; a project's command may be a
// script that runs what was built.
static void set_program(const struct local_executor *executor, struct arena *arena,
                        const struct prepared_variant *prepared, struct text_list *arguments,
                        const struct built *built, struct execution_request *request)
{
    if (!prepared->program) {
        request->program = arguments->items[0];
        request->folder = executor->base.spec->folder;
        return;
    }
    if (prepared->target->kind == TARGET_SOURCES)
        arguments->items[0] = arena_strdup(arena, program_path(prepared->program, 0));
    struct built_file *files = arena_new_array(arena, struct built_file, built->binary_count);
    for (size_t i = 0; i < built->binary_count; i++)
        files[i] = (struct built_file){.binary = program_output(arena, built->binary, i),
                                       .copy_to = program_path(prepared->program, i),
                                       .modified = program_modified(prepared->program, i)};
    request->built = files;
    request->built_count = built->binary_count;
    request->program = arguments->items[0];
    request->folder = program_folder(prepared->program);
}

struct execution_request attempt_request(const struct local_executor *executor, struct arena *arena,
                                         const struct attempt *attempt, struct draws *draws)
{
    const struct spec *spec = executor->base.spec;
    const struct prepared_variant *prepared = attempt->prepared;
    const struct planned_block *block = attempt->block;
    const struct planned_execution *execution = attempt->execution;
    const struct target *target = prepared->target;
    struct text_list arguments =
        spec_fill_all(arena, &target->command, execution->seed, block->number, execution->number);
    struct execution_request request = {
        .environment = spec_fill_all(arena, &target->environment, execution->seed, block->number,
                                     execution->number)
                           .items,
        .cpus = prepared->cpus,
        .cpu_count = prepared->cpu_count,
        .process_settings = prepared->process_settings,
        .timeout_s = target->timeout_s,
        .exit_codes = target->exit_codes,
        .exit_code_count = target->exit_code_count,
        .limit = account_measuring_limit(executor->base.account),
        .memory_limit_bytes = target->memory_limit_bytes,
        .address_layout = attempt->built->address_layout,
        .sampling = target->sampling,
        .warmup = execution->warmup,
        .iterations = spec->repeat.iteration ? spec->repeat.iteration : execution->iterations,
        .minimum_time_s = cell_minimum_time(spec, &spec->cells[block->cell]),
        .rapl = energy_counters(&executor->energy),
        .metrics = true,
        .clock = spec->clock,
    };
    if (block->phase == PHASE_PILOT && spec->repeat.warmup_auto) {
        request.enough = spec->repeat.pilot[0];
        request.patience_s = HORIZON_S;
        if (request.iterations < executor->horizons[block->cell])
            request.iterations = executor->horizons[block->cell];
    }
    for (size_t i = 0; i < executor->meters.count; i++)
        meter_ask(executor->meters.items[i], &request);
    for (size_t i = 0; i < prepared->use_count; i++) {
        const struct randomizer_use *use = &prepared->uses[i];
        struct stream stream = plan_stream(spec, target, block->number, execution->number, use);
        if (use->kind->draw_execution)
            use->kind->draw_execution(use, &stream, &request.address_layout, draws);
    }
    if (prepared->draws_cpu) {
        request.cpus = drawn_cpu(spec, target, block, execution, &executor->drawn_cpus);
        request.cpu_count = 1;
        draws_add_number(draws, "drawn_cpu", (uint64_t)*request.cpus);
    }
    request.address_layout.frees_children =
        !target_is_built(target) && request.address_layout.stack_limit;
    set_program(executor, arena, prepared, &arguments, attempt->built, &request);
    if (target->sampling.harness) {
        request.benchmark = target->each ? NULL : target->benchmark;
        if (target->sampling.file)
            request.foreign_file = path_join(arena, request.folder, target->sampling.file);
        else if (foreign_names_file(&target->sampling))
            request.foreign_file = path_join(arena, executor->work_folder.path, "samples.json");
        request.told_count = target_has_iterations(target);
        foreign_ask(arena, target->sampling.harness,
                    target->sampling.file ? NULL : request.foreign_file,
                    request.told_count ? request.warmup + request.iterations : 0, &arguments);
    }
    request.arguments = arguments.items;
    return request;
}

struct execution_request attempt_trial_request(const struct local_executor *executor,
                                               struct arena *arena, const struct attempt *attempt,
                                               struct draws *draws)
{
    struct execution_request request = attempt_request(executor, arena, attempt, draws);
    request.limit = account_trial_limit(executor->base.account);
    request.stop = executor->base.stop;
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

struct stored_series attempt_series(const struct local_executor *executor, struct arena *arena,
                                    const struct meter *meter,
                                    const struct observation *observation)
{
    size_t count = meter->collect(meter, observation, NULL, 0);
    double *values = arena_new_array(arena, double, count);
    meter->collect(meter, observation, values, count);
    struct stored_series series = {meter->name, meter_unit(meter, &observation->sampling), values,
                                   count};
    if (meter->per_iteration(meter, &observation->sampling))
        keep_one(executor->base.spec->repeat.iteration, &series);
    return series;
}

static void take_first(const struct stored_execution *stored, struct attempt *attempt)
{
    for (size_t i = 0; i < stored->series_count; i++)
        attempt->succeeded = attempt->succeeded || stored->series[i].count > 0;
    attempt->values = stored->series[0].values;
    attempt->count = stored->series[0].count;
}

// Turns an observation into values.
static void collect(const struct local_executor *executor, struct arena *arena,
                    const struct observation *observation, struct stored_execution *stored,
                    struct attempt *attempt)
{
    size_t meter_count = executor->meters.count;
    if (observation->suite.count) {
        stored->series = suite_series(executor, arena, observation, &stored->series_count);
        take_first(stored, attempt);
        return;
    }
    const struct custom_metrics *custom_metrics = &executor->custom_metrics;
    struct stored_series *series =
        arena_new_array(arena, struct stored_series, meter_count + CUSTOM_METRICS_MOST);
    for (size_t i = 0; i < meter_count; i++)
        series[i] = attempt_series(executor, arena, executor->meters.items[i], observation);
    stored->series = series;
    stored->series_count = meter_count;
    take_first(stored, attempt);
    for (size_t i = 0; i < custom_metrics->count; i++)
        if (!custom_metrics->metrics[i].left_out)
            series[stored->series_count++] =
                attempt_series(executor, arena, custom_metrics->metrics[i].meter, observation);
}

// The time inside measured iterations: the rest of the process is its start and warm-up.
static double iterating_s(const struct observation *observation)
{
    if (observation->suite.count)
        return fmin(observation->suite.iterating_s, observation->outcome.seconds);
    double ticks = 0;
    for (size_t i = 0; i < observation->record_count; i++)
        ticks += observation->records[i].flags & ESW_WARMUP ? 0 : observation->records[i].duration;
    return observation->header
               ? ticks * observation->header->answer.ns_per_tick * 1e-9
               : fmin(observation->foreign.iterating_s, observation->outcome.seconds);
}

// A harness may report any duration, and a store of such times is refused when it is opened.
static void set_iterations(const struct observation *observation, struct stored_execution *stored)
{
    static const double most_s = 1e18;
    stored->iterating_s = fmin(iterating_s(observation), most_s);
    stored->batch = observation->header        ? observation->header->answer.batch
                    : observation->suite.count ? observation->suite.iterations
                                               : observation->foreign.iterations;
}

// Shows the output of a variant's first failure only.
static void warn(const struct local_executor *executor, const struct attempt *attempt,
                 const struct observation *observation)
{
    struct prepared_variant *prepared = attempt->prepared;
    struct arena scratch = {0};
    bool first = attempt->number == 1;
    const char *next = first ? "; trying once more"
                       : prepared->quoted
                           ? ""
                           : target_exit_remedy(&scratch, prepared->target, observation->failure);
    log_warning(executor->base.log, "benchmark '%s', variant '%s', block %zu: %s%s",
                spec_cell_name(&scratch, executor->base.spec, attempt->block->cell),
                prepared->target->variant, attempt->block->number, observation->failure, next);
    arena_release(&scratch);
    if (first || prepared->quoted || !observation->output || !*observation->output)
        return;
    log_warning(executor->base.log, "its last output:\n%s", observation->output);
    prepared->quoted = true;
}

// Of a benchmark that may end with several exit codes: where they differ, so may the work.
static bool note_exit(struct local_executor *executor, struct arena *scratch,
                      const struct attempt *attempt, int code, struct error *error)
{
    size_t cell = attempt->block->cell;
    int *seen = &executor->exit_codes[cell];
    if (*seen < 0)
        *seen = code;
    return *seen == code ||
           recorder_warn_once(
               &executor->recorder, EVENT_EXIT_CODES,
               arena_printf(scratch,
                            "benchmark '%s': executions end with exit codes %d and %d: they may "
                            "do different work",
                            spec_cell_name(scratch, executor->base.spec, cell),
                            *seen < code ? *seen : code, *seen < code ? code : *seen),
               error);
}

static bool warn_of_refusal(struct local_executor *executor, struct error *error)
{
    return recorder_warn_once(&executor->recorder, EVENT_LAYOUT,
                              "ptrace is refused here: addresses are not recorded, and a drawn "
                              "stack limit stays in force (docker: --cap-add SYS_PTRACE)",
                              error);
}

static bool warn_of_replaced(struct local_executor *executor, struct arena *scratch,
                             const struct attempt *attempt, const char *path, struct error *error)
{
    const struct target *target = attempt->prepared->target;
    const char *inside = path_within(path, program_folder(attempt->prepared->program));
    return recorder_warn_once(
        &executor->recorder, EVENT_LAYOUT,
        arena_printf(scratch,
                     "benchmark '%s', variant '%s': the command replaces '%s', a build that eswexp "
                     "placed there: its drawn layout is lost, and replacing it may be measured, "
                     "too (build in 'build' all that the command runs)",
                     target->benchmark, target->variant, inside ? inside : path),
        error);
}

// Addresses that the kernel's own randomization chose: they can be analysed, not repeated.
static void record_addresses(const struct execution_request *request, const struct outcome *outcome,
                             struct draws *draws)
{
    if (!request->address_layout.record_addresses || outcome->stop_refused)
        return;
    draws_add_hex(draws, "image_start", outcome->image_start);
    draws_add_hex(draws, "stack_start", outcome->stack_start);
    draws_add_hex(draws, "heap_start", outcome->heap_start);
}

// Converts the metrics that the execution reported; it fails if a metric in `measure` is missing.
static bool take_metrics(struct local_executor *executor, struct arena *scratch,
                         struct prepared_variant *prepared, struct observation *observation,
                         struct error *error)
{
    if (observation->failure)
        return true;
    observation->failure = custom_metrics_check(executor->base.spec, scratch, observation);
    if (observation->failure) {
        observation->output =
            execution_last_words(scratch, &executor->launcher, &observation->outcome);
        return true;
    }
    prepared->parsed = true;
    prepared->reports = prepared->reports || observation->metrics.count > 0;
    return custom_metrics_meet(&executor->custom_metrics, &executor->recorder, executor->base.spec,
                               scratch, observation, error);
}

bool attempt_can_queue(const struct local_executor *executor, const struct attempt *attempt)
{
    const struct prepared_variant *prepared = attempt->prepared;
    return !prepared->program && prepared->parsed && !prepared->reports &&
           !energy_counters(&executor->energy) &&
           prepared->target->sampling.kind == SAMPLING_PROCESS;
}

// A CPU may go offline, or be taken from this process: from now on the others are drawn from.
static bool draw_from_others(struct local_executor *executor, const struct attempt *attempt,
                             const struct outcome *outcome, struct error *error)
{
    if (!attempt->prepared->draws_cpu || outcome->ending != ENDED_NOT_STARTED ||
        !text_equal(outcome->stage, "sched_setaffinity"))
        return true;
    struct topology topology = topology_read(executor->recorder.arena, machine_root());
    return drawn_cpus_settle(&executor->prepared, &executor->recorder, &topology,
                             &executor->drawn_cpus, error);
}

static bool store_attempt(struct local_executor *executor, struct arena *scratch,
                          struct attempt *attempt, const struct execution_request *request,
                          struct observation *observation, uint64_t throttled, struct draws *draws,
                          struct error *error)
{
    attempt->prepared->last_s = observation->outcome.seconds;
    if (!observation->failure &&
        !timer_overhead_note(&executor->recorder, &executor->meters, attempt->prepared->target,
                             &attempt->prepared->shortest_ns, &attempt->prepared->timer_warned,
                             scratch, observation, error))
        return false;
    if (observation->outcome.stop_refused && !warn_of_refusal(executor, error))
        return false;
    if (observation->replaced &&
        !warn_of_replaced(executor, scratch, attempt, observation->replaced, error))
        return false;
    if (!draw_from_others(executor, attempt, &observation->outcome, error))
        return false;
    if (observation->failure && *executor->base.stop)
        return failed(error, EXIT_INTERRUPTED, "interrupted"); // a killed child is no failure
    if (observation->out_of_time) {
        executor->base.budget_is_over = !request->limit.is_deadline;
        return failed(error, EXIT_DEADLINE, "%s in an execution",
                      request->limit.is_deadline ? "the deadline came" : "the budget ended");
    }
    record_addresses(request, &observation->outcome, draws);
    struct stored_execution stored = {
        .execution = attempt->id,
        .attempt = attempt->number,
        .start = observation->outcome.start,
        .final = attempt->number == ATTEMPTS_MOST,
        .seconds = observation->outcome.seconds,
        .draws = draws,
    };
    if (!observation->failure)
        set_iterations(observation, &stored);
    interference_of(observation, stored.interference);
    stored.interference[INTERFERENCE_THROTTLING] = throttled;
    if (!observation->failure &&
        !energy_take(&executor->energy, &executor->recorder, scratch, observation, error))
        return false;
    figures_add(&observation->outcome.figures, &attempt->built->figures);
    if (!take_metrics(executor, scratch, attempt->prepared, observation, error))
        return false;
    if (!observation->failure) {
        collect(executor, scratch, observation, &stored, attempt);
        if (!attempt->succeeded)
            observation->failure = "no samples: it has none of the metrics in 'measure'";
        if (!suite_warn(executor, scratch, attempt, &observation->suite, error) ||
            !meter_selection_check(&executor->meters, &executor->recorder, observation, error))
            return false;
    }
    stored.counts = !observation->failure;
    stored.exit = observation->failure ? observation->failure
                                       : arena_printf(scratch, "%d", observation->outcome.code);
    if (observation->failure)
        warn(executor, attempt, observation);
    else if (!note_exit(executor, scratch, attempt, observation->outcome.code, error))
        return false;
    return store_execution(executor->recorder.store, &stored, error) &&
           (stored.counts || store_commit(executor->recorder.store, error));
}

// Counts of an execution that succeeded: adds those of valgrind, and checks the others.
static bool check_counts(struct local_executor *executor, struct arena *scratch,
                         const struct attempt *attempt, const struct execution_request *request,
                         struct observation *observation, struct error *error)
{
    const struct valgrind_site site = {
        .launcher = &executor->launcher,
        .stop = executor->base.stop,
        .folder = arena_printf(scratch, "%s/valgrind", executor->work_folder.path),
        .target = attempt->prepared->target,
        .cell = attempt->block->cell,
        .variant = attempt->variant};
    if (!valgrind_count_add(&executor->recorder, &site, scratch, request, observation, error)) {
        executor->base.budget_is_over = error->code == EXIT_DEADLINE && !request->limit.is_deadline;
        return false;
    }
    return counters_check(&executor->counters, &executor->recorder, scratch, observation, error);
}

// Copies of a round share their pages in memory, which every round draws anew: else a variant that
// has better ones, by accident and for many rounds, would pass for faster.
static void share_pages(struct local_executor *executor, struct arena *scratch,
                        const struct attempt *attempt, struct execution_request *request)
{
    const char *pages = arena_printf(scratch, "%s/builds/pages", executor->work_folder.path);
    const struct round round = {attempt->block->cell, attempt->block->number,
                                attempt->execution->number};
    bool again = memcmp(&round, &executor->round, sizeof round) == 0;
    for (size_t i = 0; !again && unlink(program_output(scratch, pages, i)) == 0; i++)
        ;
    executor->round = round;
    struct built_file *files = arena_new_array(scratch, struct built_file, request->built_count);
    for (size_t i = 0; i < request->built_count; i++) {
        files[i] = request->built[i];
        files[i].pages = program_output(scratch, pages, i);
    }
    request->built = files;
}

bool attempts_run(struct local_executor *executor, struct arena *scratch, struct attempt *attempts,
                  size_t count, size_t *ended, struct error *error)
{
    struct execution_request *requests = arena_new_array(scratch, struct execution_request, count);
    struct observation *observations = arena_new_array(scratch, struct observation, count);
    struct draws *draws = arena_new_array(scratch, struct draws, count);
    for (size_t i = 0; i < count; i++)
        requests[i] = attempt_request(executor, scratch, &attempts[i], &draws[i]);
    if (requests->built_count)
        share_pages(executor, scratch, attempts, requests);
    double last_s = attempts->prepared->last_s;
    if ((last_s == 0 || last_s >= SHORT_S) && !store_commit(executor->recorder.store, error))
        return false;
    (void)throttle_read(&executor->throttle, READ_BEFORE_NS);
    if (!execution_run(scratch, &executor->launcher, requests, count, observations, ended, error))
        return false;
    uint64_t throttled = throttle_read(&executor->throttle, READ_NS);
    for (size_t i = 0; i < *ended; i++) {
        if (!observations[i].failure &&
            !check_counts(executor, scratch, &attempts[i], &requests[i], &observations[i], error))
            return false;
        if (!store_attempt(executor, scratch, &attempts[i], &requests[i], &observations[i],
                           throttled, &draws[i], error))
            return false;
        if (!attempts[i].succeeded)
            *ended = i + 1; // it is retried before the next
    }
    return count == 1 || store_commit(executor->recorder.store, error);
}
