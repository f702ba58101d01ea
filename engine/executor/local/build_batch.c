// Executing the blocks of a build batch, one child at a time.
#include "executor/local/build_batch.h"

#include "analysis/pilot/affordable.h"
#include "base/clock.h"
#include "executor/local/attempts.h"
#include "executor/local/horizon.h"
#include "executor/local/internal.h"
#include "spec/target.h"
#include "store/builds.h"

static bool is_in_budget(const struct local_executor *executor, const struct planned_block *block,
                         double before_s)
{
    struct deadline budget = executor->budget;
    size_t cell = block->cell;
    size_t before = executor->base.measured ? executor->base.measured[cell] : 0;
    budget.at_ns = executor->base.budget_ns;
    return !account_is_over(executor->base.account) &&
           (block->phase != PHASE_REAL || budget.blocks[cell] + before < BUDGET_BLOCKS_LEAST ||
            deadline_allows(&budget, cell, before_s));
}

bool block_is_in_time(struct local_executor *executor, const struct planned_block *block,
                      double before_s, struct error *error)
{
    if (!deadline_allows(&executor->deadline, block->cell, before_s))
        return failed(error, EXIT_DEADLINE, "the next block would end after the deadline");
    executor->base.budget_is_over = !is_in_budget(executor, block, before_s);
    return !executor->base.budget_is_over ||
           failed(error, EXIT_DEADLINE, "the next block would end after the budget");
}

// Says once that the planned executions of a variant are skipped.
static bool tell_given_up(struct local_executor *executor, const struct attempt *attempt,
                          struct error *error)
{
    struct prepared_variant *prepared = attempt->prepared;
    if (prepared->given_up_told || !prepared_is_given_up(prepared) || prepared->given_up)
        return true;
    struct arena scratch = {0};
    char *text = arena_printf(&scratch,
                              "benchmark '%s', variant '%s': given up after %s of %s: its other "
                              "executions are skipped",
                              spec_cell_name(&scratch, executor->base.spec, attempt->block->cell),
                              prepared->target->variant,
                              text_counted(&scratch, prepared->failures, "failed attempt"),
                              text_counted(&scratch, prepared->tried, "execution"));
    bool stored = recorder_warn(&executor->recorder, "given up", text, error);
    prepared->given_up_told = true;
    arena_release(&scratch);
    return stored;
}

static bool is_given_up(const struct attempt *attempt)
{
    return attempt->built->failed || prepared_is_given_up(attempt->prepared);
}

// The open executions before block `end`, in order.
static struct attempt *attempts_of(const struct plan_cursor *cursor, size_t end,
                                   struct arena *arena, size_t *count)
{
    const struct plan *plan = cursor->plan;
    const struct stored_ids *ids = cursor->ids;
    const struct planned_block *first = &plan->blocks[cursor->block],
                               *last = &plan->blocks[end - 1];
    size_t most = last->first_execution + last->execution_count - first->first_execution;
    struct attempt *attempts = arena_new_array(arena, struct attempt, most);
    *count = 0;
    for (const struct planned_block *block = first; block <= last; block++) {
        for (size_t i = 0; i < block->execution_count; i++) {
            size_t index = block->first_execution + i;
            const struct planned_execution *execution = &plan->executions[index];
            size_t variant = plan->builds[execution->build].variant;
            size_t prepared = block->cell * cursor->executor->base.spec->variant_count + variant;
            if (!stored_is_open(ids, index))
                continue;
            attempts[(*count)++] = (struct attempt){
                .prepared = &cursor->executor->prepared.items[prepared],
                .variant = variant,
                .block = block,
                .execution = execution,
                .id = stored_execution(ids, index),
                .build_id = stored_build(ids, execution->build),
                .built =
                    &cursor->build_batch.built[execution->build - cursor->build_batch.first_build],
                .number = ids->steps ? ids->steps[index].attempts + 1 : 1,
            };
        }
    }
    return attempts;
}

// The number of attempts handed to the launcher together: few enough that Ctrl-C and the deadline
// do not wait for long.
static size_t queue_length(const struct local_executor *executor, const struct attempt *attempts,
                           size_t count)
{
    double expected_s = 0;
    size_t length = 0;
    for (; length < count && length < LAUNCH_QUEUE_MOST; length++) {
        const struct attempt *next = &attempts[length];
        bool is_next_block = length && next->block != next[-1].block;
        if (!attempt_can_queue(executor, next) || next->prepared->last_s == 0 ||
            is_given_up(next) ||
            (is_next_block &&
             (!deadline_allows(&executor->deadline, next->block->cell, expected_s) ||
              !is_in_budget(executor, next->block, expected_s))))
            break;
        expected_s += next->prepared->last_s;
        if (expected_s > LAUNCH_QUEUE_NS * 1e-9)
            break;
    }
    return length ? length : 1;
}

static void end_attempt(const struct attempt *attempt, const struct executor_events *events)
{
    attempt->prepared->successes += attempt->succeeded;
    events->executed(events->context, attempt->block, attempt->variant,
                     attempt->succeeded ? attempt->values : NULL, attempt->count);
}

static bool skip(struct local_executor *executor, const struct attempt *attempt,
                 const struct executor_events *events, struct error *error)
{
    events->executed(events->context, attempt->block, attempt->variant, NULL, 0);
    return tell_given_up(executor, attempt, error) &&
           (attempt->built->failed ? store_give_up : store_skip)(executor->recorder.store,
                                                                 attempt->build_id, error);
}

// Makes the next attempts; `at` moves past those whose execution has ended.
static bool advance(struct local_executor *executor, struct attempt *attempts, size_t count,
                    size_t *at, const struct executor_events *events, struct error *error)
{
    struct attempt *next = &attempts[*at];
    if (is_given_up(next)) {
        ++*at;
        return skip(executor, next, events, error);
    }
    struct arena scratch = {0};
    size_t ended = 0;
    bool running = attempts_run(executor, &scratch, next, queue_length(executor, next, count - *at),
                                &ended, error);
    for (size_t i = 0; running && i < ended; i++) {
        next[i].prepared->tried += next[i].number == 1;
        next[i].prepared->failures += !next[i].succeeded;
        if (!next[i].succeeded && next[i].number < ATTEMPTS_MOST) {
            next[i].number++;
        } else {
            end_attempt(&next[i], events);
            ++*at;
        }
    }
    arena_release(&scratch);
    return running;
}

// The canary after a block, with the settings of the baseline, and with its CPUs unless they are
// drawn.
static bool probe_machine(struct local_executor *executor, const struct attempt *last,
                          double measured_s, struct error *error)
{
    const struct prepared_variant *baseline =
        &executor->prepared.items[last->block->cell * executor->base.spec->variant_count];
    const struct canary_site site = {.launcher = &executor->launcher,
                                     .stop = executor->base.stop,
                                     .deadline = &executor->deadline,
                                     .wanted = baseline->target->canary,
                                     .cpus = baseline->cpus,
                                     .cpu_count = baseline->cpu_count,
                                     .process_settings = baseline->process_settings};
    return canary_probe(&executor->canary, &executor->recorder, &site, last->build_id, measured_s,
                        error);
}

static bool ends_block(const struct attempt *attempts, size_t count, size_t at)
{
    return at + 1 == count || attempts[at + 1].block != attempts[at].block;
}

bool build_batch_execute(const struct plan_cursor *cursor, size_t end, struct error *error)
{
    struct local_executor *executor = cursor->executor;
    const struct executor_events *events = cursor->events;
    struct arena arena = {0};
    size_t count;
    struct attempt *attempts = attempts_of(cursor, end, &arena, &count);
    const struct planned_block *current = NULL;
    double block_s = 0;
    bool running = true;
    engine_leave(&executor->engine_cpus);
    for (size_t at = 0; running && at < count;) {
        size_t from = at;
        size_t ended = 0; // blocks up to here, measured for so long
        double measured_s = 0;
        bool probed =
            *executor->base.stop || horizon_find(executor, &attempts[at], count - at, error);
        int64_t begin = clock_boot_ns();
        running = probed && (*executor->base.stop
                                 ? failed(error, EXIT_INTERRUPTED, "interrupted")
                                 : ((current && attempts[at].block == current) ||
                                    block_is_in_time(executor, attempts[at].block, 0, error)) &&
                                       advance(executor, attempts, count, &at, events, error));
        double spent_s = (double)(clock_boot_ns() - begin) * 1e-9;
        current = attempts[from].block;
        if (at == from) // it is retried
            block_s += spent_s;
        for (size_t i = from; i < at; i++) {
            current = attempts[i].block;
            block_s += spent_s / (double)(at - from);
            if (!ends_block(attempts, count, i))
                continue;
            events->block_done(events->context, current, block_s,
                               cursor->build_batch.build_share_s);
            deadline_learn(&executor->deadline, current->cell, block_s);
            if (current->phase == PHASE_REAL)
                deadline_learn(&executor->budget, current->cell, block_s);
            ended = i + 1;
            measured_s += block_s;
            block_s = 0;
        }
        if (running && ended)
            running = probe_machine(executor, &attempts[ended - 1], measured_s, error);
    }
    engine_return(&executor->engine_cpus);
    arena_release(&arena);
    return running;
}
