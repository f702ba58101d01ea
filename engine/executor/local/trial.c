// Trying every variant before anything is measured.
#include "executor/local/trial.h"

#include "base/clock.h"
#include "base/elapsed.h"
#include "build/choice.h"
#include "build/probe.h"
#include "executor/local/attempts.h"
#include "executor/local/build_figures.h"
#include "executor/local/builders.h"
#include "executor/local/clock_aim.h"
#include "executor/local/internal.h"
#include "executor/local/opened_inputs.h"
#include "executor/observe/timer_overhead.h"
#include "run/printed_time.h"
#include "run/valgrind.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static const double LONG_LINK_S = 5;

// For finding programs that run until a clock says so: a share of the trial's time; of one without
// a limit this, and more of programs that print a time.
static const double AIM_SHARE = 0.4, AIM_UNLIMITED_S = 4, AIM_DOUBTFUL_S = 26;

// One block of each cell, of one execution of each variant.
static struct plan plan_of(const struct local_executor *executor, struct arena *arena,
                           const struct repetitions *repetitions)
{
    const struct spec *spec = executor->base.spec;
    struct repetitions *one = arena_new_array(arena, struct repetitions, spec->cell_count);
    for (size_t i = 0; i < spec->cell_count; i++) {
        one[i] = repetitions[i];
        one[i].blocks = repetitions[i].blocks > 0;
        one[i].executions = one[i].first_block = 1;
    }
    return plan_make(arena, spec, PHASE_PILOT, one);
}

static bool is_first_of_program(const struct prepared_variants *prepared, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (prepared->items[i].program == prepared->items[index].program)
            return false;
    return true;
}

static void tell_link(const struct local_executor *executor, struct arena *arena,
                      const struct prepared_variant *prepared, double seconds)
{
    const char *names = program_relinked(prepared->program, arena);
    log_note(executor->base.log, "variant '%s': relinking %s: %.0f s a layout",
             prepared->target->variant, names ? names : program_path(prepared->program, 0),
             seconds);
}

static bool link_one(struct local_executor *executor, struct arena *arena, size_t index,
                     struct built *built, struct tried *tried, struct error *error)
{
    const struct prepared_variant *prepared = &executor->prepared.items[index];
    struct trial_link link;
    if (!program_trial(prepared->program, arena, &link, error))
        return failed_within(error, "benchmark '%s', variant '%s'", prepared->target->benchmark,
                             prepared->target->variant);
    built->binary = link.binary;
    built->binary_count = program_count(prepared->program);
    tried->layout_s = prepared->target->as_built ? 0 : link.seconds;
    account_spend(executor->base.account, TIME_LAYOUTS, link.seconds);
    if (link.seconds >= LONG_LINK_S && is_first_of_program(&executor->prepared, index))
        tell_link(executor, arena, prepared, link.seconds);
    return true;
}

static const char *failure_of(const struct local_executor *executor, struct arena *scratch,
                              struct observation *observation)
{
    const char *missing = observation->failure
                              ? NULL
                              : custom_metrics_check(executor->base.spec, scratch, observation);
    if (missing)
        observation->output =
            execution_last_words(scratch, &executor->launcher, &observation->outcome);
    return missing ? missing : observation->failure;
}

static bool is_interrupted(const struct local_executor *executor, struct error *error)
{
    return *executor->base.stop &&
           !failed(error, EXIT_INTERRUPTED, "interrupted before anything was measured");
}

// `count` executions of the attempt; the wall time of all. `watched`: for their concurrency.
static bool execute_times(struct local_executor *executor, struct arena *scratch,
                          const struct attempt *attempt, size_t count, bool watched,
                          struct observation *observations, size_t *ended, double *wall_s,
                          struct error *error)
{
    struct execution_request *requests = arena_new_array(scratch, struct execution_request, count);
    struct draws *draws = arena_new_array(scratch, struct draws, count);
    for (size_t i = 0; i < count; i++)
        requests[i] = attempt_trial_request(executor, scratch, attempt, &draws[i]);
    requests->watches_concurrency = watched;
    int64_t begin_ns = clock_boot_ns();
    if (!execution_run(scratch, &executor->launcher, requests, count, observations, ended, error))
        return false;
    *wall_s = (double)(clock_boot_ns() - begin_ns) * 1e-9;
    account_spend(executor->base.account, TIME_EXECUTIONS, *wall_s);
    return !is_interrupted(executor, error);
}

// The run in valgrind that follows each execution, where a metric asks for it.
static bool simulate(struct local_executor *executor, struct arena *scratch,
                     const struct attempt *attempt, const struct observation *observation,
                     struct tried *tried, struct error *error)
{
    struct draws draws = {0};
    const struct execution_request request =
        attempt_trial_request(executor, scratch, attempt, &draws);
    const char *folder = arena_printf(scratch, "%s/valgrind", executor->work_folder.path), *why;
    uint64_t batch = observation->header ? observation->header->answer.batch : 0;
    double instructions = 0;
    int64_t begin_ns = clock_boot_ns();
    if (!(request.figures & figure_bit(FIGURE_VALGRIND_INSTRUCTIONS)))
        return true;
    if (!valgrind_count(scratch, &executor->launcher, &request, tried->execution_s, batch, folder,
                        &instructions, &why, error))
        return false;
    tried->simulation_s = (double)(clock_boot_ns() - begin_ns) * 1e-9;
    tried->out_of_time = why && time_limit_left_s(&request.limit) <= 0;
    account_spend(executor->base.account, TIME_EXECUTIONS, tried->simulation_s);
    return !is_interrupted(executor, error);
}

static bool prints_time(struct local_executor *executor, struct arena *scratch,
                        const struct outcome *outcome)
{
    enum { OUTPUT_BYTES = 64 << 10 };
    size_t length = 0;
    const char *output = launcher_output(&executor->launcher, scratch, outcome, STDOUT_FILENO,
                                         OUTPUT_BYTES, &length);
    return output && printed_time_is_in(scratch, output, length);
}

// A tracer takes from a program the rights that its file gives it.
static bool is_watched(const struct local_executor *executor, const struct attempt *attempt,
                       int number)
{
    return executor->drawn_cpus.count && number == 1 && attempt->prepared->target->draws_cpu &&
           !attempt->prepared->facts.has_more_rights;
}

// More CPU time than wall time is of several CPUs, whatever the trace has seen.
static enum concurrency concurrency_of(const struct outcome *outcome)
{
    static const double one_cpu = 1.1;
    const double *values = outcome->figures.values;
    double cpu_s = values[FIGURE_USER_TIME] + values[FIGURE_SYSTEM_TIME];
    bool more = cpu_s > one_cpu * outcome->seconds;
    return more && outcome->concurrency == CONCURRENCY_NONE ? CONCURRENCY_PROCESSES
                                                            : outcome->concurrency;
}

static bool execute_once(struct local_executor *executor, struct arena *scratch,
                         const struct attempt *attempt, int number, struct tried *tried,
                         struct error *error)
{
    struct observation observation;
    size_t ended = 0;
    double wall_s;
    if (!execute_times(executor, scratch, attempt, 1, is_watched(executor, attempt, number),
                       &observation, &ended, &wall_s, error))
        return false;
    if (number == 1 || !observation.failure)
        tried->concurrency = concurrency_of(&observation.outcome);
    const char *failure = failure_of(executor, scratch, &observation);
    tried->execution_s = observation.outcome.seconds;
    tried->around_s = fmax(wall_s - observation.outcome.seconds, 0);
    tried->is_timeout = observation.outcome.ending == ENDED_TIMEOUT;
    tried->out_of_time = observation.out_of_time;
    if (tried->out_of_time)
        return true;
    tried->failure = failure ? arena_strdup(executor->base.arena, failure) : NULL;
    tried->output = failure && observation.output && *observation.output
                        ? arena_strdup(executor->base.arena, observation.output)
                        : NULL;
    if (failure)
        return true;
    tried->prints_time = attempt->prepared->target->sampling.kind == SAMPLING_PROCESS &&
                         prints_time(executor, scratch, &observation.outcome);
    attempt->prepared->parsed = true;
    attempt->prepared->reports = observation.metrics.count > 0;
    timer_overhead_warn(executor->base.log, &executor->meters, attempt->prepared->target,
                        &attempt->prepared->timer_warned, &observation);
    return simulate(executor, scratch, attempt, &observation, tried, error);
}

// Executes again what is short, as the experiment will: the first time, caches were cold. At most a
// twentieth of the `planned` executions.
static bool repeat_short(struct local_executor *executor, struct arena *scratch,
                         const struct attempt *attempt, size_t planned, struct tried *tried,
                         struct error *error)
{
    enum { TIMES_MOST = LAUNCH_QUEUE_MOST, PLANNED_A_TIME = 20 };
    static const double one_s = 0.5, all_s = 4;
    struct observation *observations = arena_new_array(scratch, struct observation, TIMES_MOST);
    double limit_s = fmin(one_s, all_s / (double)executor->prepared.count);
    double times = fmin(limit_s / (tried->execution_s + tried->around_s),
                        fmin(TIMES_MOST, (double)planned / PLANNED_A_TIME));
    double seconds = 0, wall_s = 0, part_s;
    size_t done = 0, count = attempt_can_queue(executor, attempt) && times >= 1 ? (size_t)times : 1;
    for (size_t ended = count; ended == count && (double)(done + count) <= times; done += ended) {
        if (!execute_times(executor, scratch, attempt, count, false, observations, &ended, &part_s,
                           error))
            return false;
        for (size_t i = 0; i < ended; i++) {
            if (observations[i].failure)
                return true; // the experiment makes a second attempt
            seconds += observations[i].outcome.seconds;
        }
        wall_s += part_s;
    }
    if (!done)
        return true;
    tried->execution_s = seconds / (double)done;
    tried->around_s = fmax(wall_s - seconds, 0) / (double)done;
    return true;
}

static bool is_first_of_benchmark(const struct spec *spec, size_t cell)
{
    return cell == 0 || !text_equal(spec->cells[cell].benchmark, spec->cells[cell - 1].benchmark);
}

// At the first point of each benchmark: what a program aims at seldom depends on the point.
static bool find_clock_aim(struct local_executor *executor, struct arena *scratch,
                           const struct attempt *attempt, struct clock_aim_allowance *allowance,
                           struct tried *tried, struct error *error)
{
    const struct target *target = attempt->prepared->target;
    if (!is_first_of_benchmark(executor->base.spec, attempt->block->cell))
        return true;
    if (!clock_aim_try(executor, scratch, attempt, allowance, tried, error))
        return false;
    if (tried->clock_aim)
        log_warning(executor->base.log, "benchmark '%s', variant '%s': %s", target->benchmark,
                    target->variant, tried->clock_aim);
    if (tried->clock_untried)
        log_note(executor->base.log, "benchmark '%s', variant '%s': %s", target->benchmark,
                 target->variant, tried->clock_untried);
    return true;
}

static bool execute(struct local_executor *executor, const struct attempt *attempt, size_t planned,
                    struct clock_aim_allowance *allowance, struct tried *tried, struct error *error)
{
    struct arena scratch = {0};
    bool ran = true;
    size_t index = (size_t)(attempt->prepared - executor->prepared.items);
    tried->done = true;
    opened_inputs_before(executor->opened_inputs, index);
    for (int number = 1; ran && number <= ATTEMPTS_MOST; number++) {
        ran = execute_once(executor, &scratch, attempt, number, tried, error);
        if (!tried->failure || tried->is_timeout || tried->out_of_time)
            break;
    }
    opened_inputs_after(executor->opened_inputs, index);
    ran = ran && (tried->failure || tried->out_of_time ||
                  (repeat_short(executor, &scratch, attempt, planned, tried, error) &&
                   find_clock_aim(executor, &scratch, attempt, allowance, tried, error)));
    attempt->prepared->quoted = attempt->prepared->quoted || tried->output;
    arena_release(&scratch);
    return ran;
}

static bool try_one(struct local_executor *executor, struct arena *memory, const struct plan *plan,
                    const struct repetitions *repetitions, size_t index,
                    struct clock_aim_allowance *allowance, struct tried *tried, struct error *error)
{
    const struct planned_execution *execution = &plan->executions[index];
    const struct planned_build *build = &plan->builds[execution->build];
    const struct planned_block *block = &plan->blocks[build->block];
    size_t at = block->cell * executor->base.spec->variant_count + build->variant;
    struct prepared_variant *prepared = &executor->prepared.items[at];
    struct built built = {.binary = NULL};
    struct layout *layouts = NULL;
    const struct attempt attempt = {.prepared = prepared,
                                    .variant = build->variant,
                                    .block = block,
                                    .execution = execution,
                                    .built = &built,
                                    .number = 1};
    tried[at].build_s = prepared->build_s;
    if (prepared->given_up)
        return true;
    if (prepared->program) {
        layouts = program_layouts(prepared->program, memory);
        if (!link_one(executor, memory, at, &built, &tried[at], error))
            return false;
    }
    build_draw(executor, block, prepared, layouts, &built);
    const struct repetitions *planned = &repetitions[block->cell];
    return execute(executor, &attempt, planned->blocks * planned->executions, allowance, &tried[at],
                   error);
}

// The wall time of the builds of a block, by which they are made ahead.
static void expect_builds(struct local_executor *executor, const struct trial *trial)
{
    double sum = 0;
    for (size_t i = 0; i < executor->prepared.count; i++)
        sum += trial->items[i].layout_s;
    executor->deadline.build_s = sum / (double)(executor->base.spec->cell_count * trial->builders);
}

static bool is_in_time(const struct local_executor *executor, struct error *error)
{
    const struct time_limit limit = account_trial_limit(executor->base.account);
    return time_limit_left_s(&limit) > 0 ||
           failed(error, EXIT_DEADLINE, "%s before the trial ended",
                  limit.is_deadline ? "the deadline came" : "the budget ended");
}

// The next execution of a trial, and what it shows.
static bool try_next(struct local_executor *executor, struct arena *memory, const struct plan *plan,
                     const struct repetitions *repetitions, size_t index,
                     struct clock_aim_allowance *allowance, struct elapsed *elapsed,
                     struct trial *trial, struct error *error)
{
    const struct planned_build *build = &plan->builds[plan->executions[index].build];
    const struct spec *spec = executor->base.spec;
    elapsed_change(elapsed, arena_printf(memory, "trial: execution %zu of %zu, '%s', variant '%s'",
                                         index + 1, plan->execution_count,
                                         spec->cells[plan->blocks[build->block].cell].benchmark,
                                         spec->variants[build->variant]));
    return is_in_time(executor, error) &&
           try_one(executor, memory, plan, repetitions, index, allowance, trial->items, error);
}

bool trial_all(struct local_executor *executor, const struct repetitions *repetitions,
               double limit_s, const struct trial_watch *watch, struct trial *trial,
               struct error *error)
{
    const struct spec *spec = executor->base.spec;
    struct arena memory = {0};
    struct plan plan = plan_of(executor, &memory, repetitions);
    int64_t begin_ns = clock_boot_ns();
    bool running = true;
    struct clock_aim_allowance allowance = {AIM_UNLIMITED_S, AIM_DOUBTFUL_S};
    if (limit_s > 0)
        allowance = (struct clock_aim_allowance){AIM_SHARE * limit_s, 0};
    trial->items = arena_new_array(executor->base.arena, struct tried, executor->prepared.count);
    trial->builders = builders_most(executor);
    executor->opened_inputs = opened_inputs_begin(executor);
    for (size_t i = 0; i < executor->prepared.count; i++)
        executor->prepared.items[i].draws_cpu = false; // its trial decides
    struct elapsed *elapsed = elapsed_begin(&memory, executor->base.log, "trial", 0);
    engine_leave(&executor->engine_cpus);
    for (size_t i = 0; running && i < plan.execution_count; i++) {
        size_t cell = plan.blocks[plan.builds[plan.executions[i].build].block].cell;
        bool late = limit_s > 0 && (double)(clock_boot_ns() - begin_ns) * 1e-9 > limit_s;
        if (!late || is_first_of_benchmark(spec, cell))
            running = try_next(executor, &memory, &plan, repetitions, i, &allowance, elapsed, trial,
                               error) &&
                      (!watch || watch->look(watch->context, trial, error));
    }
    engine_return(&executor->engine_cpus);
    running = running && opened_inputs_compare(executor->opened_inputs, trial, error);
    opened_inputs_end(executor->opened_inputs);
    elapsed_end(elapsed);
    expect_builds(executor, trial);
    arena_release(&memory);
    return running;
}
