// Making a build of a stored plan again, and executing it.
#include "executor/local/replay.h"

#include "build/draw.h"
#include "executor/local/attempts.h"
#include "executor/local/builders.h"
#include "executor/local/internal.h"
#include "executor/local/suite_series.h"
#include "machine/cpu_list.h"
#include "store/facts.h"

#include <stdlib.h>

static struct local_executor *local_of(const struct remade *remade)
{
    return (struct local_executor *)remade->executor;
}

static const struct planned_block *block_of(const struct remade *remade)
{
    return &remade->plan->blocks[remade->plan->builds[remade->build].block];
}

static struct prepared_variant *prepared_of(const struct remade *remade)
{
    const struct local_executor *local = local_of(remade);
    return &local->prepared.items[block_of(remade)->cell * local->base.spec->variant_count +
                                  remade->plan->builds[remade->build].variant];
}

// Iterations of a pilot's executions, as the campaign found them.
static void set_horizon(struct local_executor *local, size_t cell)
{
    const char *text = store_get(local->recorder.store, local->base.arena,
                                 arena_printf(local->base.arena, FACT_HORIZON, cell));
    local->horizons[cell] = text ? strtoull(text, NULL, 10) : 0;
}

bool remade_build(struct executor *executor, const struct plan *plan, size_t build,
                  struct remade *remade, struct error *error)
{
    struct local_executor *local = (struct local_executor *)executor;
    struct built *built = arena_new_array(executor->arena, struct built, plan->build_count);
    *remade = (struct remade){executor, plan, build, &built[build]};
    built[build].wanted = true;
    set_horizon(local, block_of(remade)->cell);
    build_all(local, executor->arena, plan, 0, plan->build_count, built);
    if (built[build].failed)
        *error = built[build].error;
    return !built[build].failed;
}

const struct build_result *remade_result(const struct remade *remade)
{
    return remade->built->binary ? &remade->built->result : NULL;
}

const struct draws *remade_draws(const struct remade *remade)
{
    return &remade->built->draws;
}

const char *remade_cpus(const struct remade *remade)
{
    const struct prepared_variant *prepared = prepared_of(remade);
    const struct planned_block *block = block_of(remade);
    struct arena *arena = remade->executor->arena;
    cpu_set_t drawn;
    CPU_ZERO(&drawn);
    for (size_t i = 0; prepared->draws_cpu && i < block->execution_count; i++)
        CPU_SET((size_t)*drawn_cpu(remade->executor->spec, prepared->target, block,
                                   &remade->plan->executions[block->first_execution + i],
                                   &local_of(remade)->drawn_cpus),
                &drawn);
    return prepared->draws_cpu   ? cpus_written(arena, &drawn)
           : prepared->cpu_count ? cpus_named(arena, prepared->cpus, prepared->cpu_count)
                                 : "";
}

bool remade_functions(const struct remade *remade, struct arena *arena,
                      struct placeables *functions, struct error *error)
{
    return placeables_of(prepared_of(remade)->program, arena, functions, error);
}

bool remade_addresses(const struct remade *remade, const struct placeables *functions,
                      uint64_t *addresses, struct error *error)
{
    return placeables_locate(prepared_of(remade)->program, functions, remade->built->binary,
                             addresses, error);
}

const char *remade_folder(const struct remade *remade)
{
    return local_of(remade)->work_folder.path;
}

const char *remade_tree(const struct remade *remade)
{
    return program_tree(prepared_of(remade)->program);
}

bool remade_script(const struct remade *remade, size_t program, const char *output,
                   struct arena *arena, struct text_list *arguments, struct error *error)
{
    const struct prepared_variant *prepared = prepared_of(remade);
    struct layout *layouts = program_layouts(prepared->program, arena);
    struct built again = {.binary = NULL};
    build_draw(local_of(remade), block_of(remade), prepared, layouts, &again);
    return program_script(prepared->program, program, &layouts[program], output, arena, arguments,
                          error);
}

// ---- Executions

static struct attempt attempt_of(const struct remade *remade, size_t execution)
{
    return (struct attempt){.prepared = prepared_of(remade),
                            .variant = remade->plan->builds[remade->build].variant,
                            .block = block_of(remade),
                            .execution = &remade->plan->executions[execution],
                            .built = remade->built,
                            .number = 1};
}

struct execution_request remade_request(const struct remade *remade, struct arena *arena,
                                        size_t execution)
{
    struct attempt attempt = attempt_of(remade, execution);
    struct draws draws = {.count = 0};
    return attempt_request(local_of(remade), arena, &attempt, &draws);
}

static void take_samples(const struct remade *remade, struct arena *arena,
                         struct observation *observation, struct remade_samples *samples)
{
    const struct local_executor *local = local_of(remade);
    const char *missing = custom_metrics_check(local->base.spec, arena, observation);
    figures_add(&observation->outcome.figures, &remade->built->figures);
    samples->failure = missing;
    if (observation->suite.count) {
        samples->series = suite_series(local, arena, observation, &samples->count);
        return;
    }
    samples->count = missing ? 0 : local->meters.count;
    samples->series = arena_new_array(arena, struct stored_series, samples->count);
    for (size_t i = 0; i < samples->count; i++)
        samples->series[i] = attempt_series(local, arena, local->meters.items[i], observation);
}

bool remade_execute(const struct remade *remade, struct arena *arena, size_t execution,
                    struct remade_samples *samples, struct error *error)
{
    struct local_executor *local = local_of(remade);
    struct execution_request request = remade_request(remade, arena, execution);
    struct observation observation = {.failure = NULL};
    size_t ended = 0;
    engine_leave(&local->engine_cpus);
    bool ran = execution_run(arena, &local->launcher, &request, 1, &observation, &ended, error);
    engine_return(&local->engine_cpus);
    if (!ran)
        return false;
    if (*local->base.stop)
        return failed(error, EXIT_INTERRUPTED, "interrupted");
    *samples =
        (struct remade_samples){.failure = observation.failure, .output = observation.output};
    if (!samples->failure)
        take_samples(remade, arena, &observation, samples);
    return true;
}
