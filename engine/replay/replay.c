// Replays one build of a stored campaign.
#include "replay/replay.h"

#include "campaign/origin/measured_revisions.h"
#include "executor/local/local.h"
#include "model/build_result.h"
#include "replay/internal.h"
#include "run/foreground.h"
#include "store/facts.h"

#include <string.h>
#include <sys/wait.h>

static size_t variants_of(const struct replay *replay)
{
    return replay->request->spec->variant_count;
}

// A database may be anybody's.
static bool unfit(struct error *error)
{
    return failed(error, EXIT_USAGE,
                  "the build's rows do not fit the experiment of the campaign: it cannot be "
                  "replayed");
}

bool replay_fits(const struct replay_request *request, struct error *error)
{
    const struct catalogue *catalogue = request->catalogue;
    return (catalogue->cell_count == request->spec->cell_count &&
            catalogue->variant_count == request->spec->variant_count) ||
           unfit(error);
}

static bool is_sound(const struct replay *replay, struct error *error)
{
    const struct catalogue *catalogue = replay->request->catalogue;
    const struct one_build *stored = &replay->stored;
    bool sound = stored->execution_count > 0;
    for (size_t i = 0; sound && i < stored->execution_count; i++)
        sound = stored->executions[i].number == i + 1;
    for (size_t i = 0; sound && i < stored->sample_count; i++)
        sound = stored->samples[i].metric < catalogue->metric_count;
    return (sound && replay_fits(replay->request, error)) || unfit(error);
}

bool replay_take(struct replay *replay, const struct chosen_build *chosen, struct error *error)
{
    const struct replay_request *request = replay->request;
    replay->chosen = *chosen;
    if (!store_one_build(request->store, request->arena, chosen->cell, chosen->variant,
                         chosen->phase, chosen->number, &replay->stored, error) ||
        !is_sound(replay, error))
        return false;
    measured_revisions(request->arena, request->spec, request->store);
    return store_is_read(request->store, error);
}

bool replay_choose(const struct replay_request *request, struct replay *replay, struct error *error)
{
    struct chosen_build chosen;
    *replay = (struct replay){.request = request};
    return choose_build(request->store, request->arena, request->log, request->catalogue,
                        &request->wish, &chosen, error) &&
           replay_take(replay, &chosen, error);
}

// ---- Making it again

// The block as it was planned, alone.
static void plan_block(struct replay *replay)
{
    const struct spec *spec = replay->request->spec;
    const struct one_build *stored = &replay->stored;
    const struct planned_row *last = &stored->executions[stored->execution_count - 1];
    struct repetitions *repetitions =
        arena_new_array(replay->request->arena, struct repetitions, spec->cell_count);
    repetitions[replay->chosen.cell] = (struct repetitions){.blocks = 1,
                                                            .executions = last->number,
                                                            .iterations = last->iterations,
                                                            .warmup = last->warmup,
                                                            .first_block = replay->chosen.number};
    replay->plan = plan_make(replay->request->arena, spec, replay->chosen.phase, repetitions);
}

// What the campaign chose when it began: the same CPUs, the same iterations.
static bool copy_settings(struct replay *replay, struct error *error)
{
    struct arena *arena = replay->request->arena;
    const char *benchmark = replay->request->spec->cells[replay->chosen.cell].benchmark;
    const char *const keys[] = {FACT_PROCESS_HOST, FACT_PROCESS_CPUS, FACT_PROCESS_DRAWN,
                                arena_printf(arena, FACT_CONCURRENCY, benchmark),
                                arena_printf(arena, FACT_HORIZON, replay->chosen.cell)};
    replay->settings = store_temporary(error);
    bool copied = replay->settings != NULL;
    for (size_t i = 0; copied && i < sizeof keys / sizeof *keys; i++) {
        const char *value = store_get(replay->request->store, arena, keys[i]);
        copied = !value || store_set(replay->settings, keys[i], value, error);
    }
    return copied && store_is_read(replay->request->store, error);
}

static bool open_executor(struct replay *replay, struct error *error)
{
    const struct replay_request *request = replay->request;
    const struct spec *spec = request->spec;
    bool *only = arena_new_array(request->arena, bool, spec->cell_count * spec->variant_count);
    only[replay->chosen.cell * spec->variant_count + replay->chosen.variant] = true;
    const struct executor_request executor_request = {.arena = request->arena,
                                                      .spec = spec,
                                                      .log = request->log,
                                                      .stop = request->stop,
                                                      .no_wait = request->no_wait,
                                                      .whole = true,
                                                      .keeps_builds = true,
                                                      .only = only};
    replay->executor = place_here.driver->open(&place_here, &executor_request, error);
    return replay->executor && place_here.driver->settle(replay->executor, replay->settings, error);
}

// If not, identity_check() says why.
static bool is_the_same(const struct replay *replay)
{
    const struct build_result *result = remade_result(&replay->remade);
    return result && text_equal(result->layout_id, replay->chosen.layout_id) &&
           text_equal(result->binary_sha256, replay->chosen.binary_sha256);
}

bool replay_build(struct replay *replay, struct error *error)
{
    bool first = !replay->executor;
    plan_block(replay);
    return (!first || (copy_settings(replay, error) && open_executor(replay, error))) &&
           remade_build(replay->executor, &replay->plan, replay->chosen.variant, &replay->remade,
                        error) &&
           ((!first && is_the_same(replay)) || identity_check(replay, error));
}

void replay_close(struct replay *replay)
{
    if (replay->executor)
        replay->executor->driver->close(replay->executor);
    store_close(replay->settings);
}

// ---- Executing it

bool replay_find(const struct replay *replay, size_t number, size_t *index, struct error *error)
{
    const struct plan *plan = &replay->plan;
    for (*index = 0; *index < plan->execution_count; ++*index)
        if (plan->executions[*index].build % variants_of(replay) == replay->chosen.variant &&
            plan->executions[*index].number == (number ? number : 1))
            return true;
    return failed(error, EXIT_USAGE, "the build has executions 1 to %zu: there is no execution %zu",
                  replay->stored.execution_count, number);
}

static bool execute(const struct replay *replay, size_t number, size_t time,
                    struct replayed_execution *execution, struct error *error)
{
    size_t index = 0;
    *execution = (struct replayed_execution){.number = number, .time = time};
    if (!replay_find(replay, number, &index, error) ||
        !remade_execute(&replay->remade, replay->request->arena, index, &execution->samples, error))
        return false;
    const struct remade_samples *samples = &execution->samples;
    if (samples->failure && samples->output && *samples->output)
        log_warning(replay->request->log, "its last output:\n%s", samples->output);
    return !samples->failure ||
           failed(error, EXIT_FAILED, "execution %zu failed: %s", number, samples->failure);
}

bool replay_execute(const struct replay *replay, size_t number, size_t times,
                    struct replayed *replayed, struct error *error)
{
    const struct one_build *stored = &replay->stored;
    size_t each = number ? 1 : stored->execution_count;
    replayed->items =
        arena_new_array(replay->request->arena, struct replayed_execution, each * times);
    replayed->count = 0;
    for (size_t time = 1; time <= times; time++)
        for (size_t i = 0; i < each; i++)
            if (!execute(replay, number ? number : stored->executions[i].number, time,
                         &replayed->items[replayed->count++], error))
                return false;
    return true;
}

// ---- Executing it without its samples

bool replay_launch(const struct replay *replay, struct arena *arena, size_t index,
                   struct execution_request *request, struct launch *launch, struct error *error)
{
    *request = remade_request(&replay->remade, arena, index);
    struct text_list environment = {0};
    if (request->sampling.kind == SAMPLING_ESWEXP)
        text_list_add(&environment, arena, ALONE_VARIABLE);
    for (char *const *variable = request->environment; *variable; variable++)
        text_list_add(&environment, arena, *variable);
    if (environment.count)
        request->environment = environment.items;
    request->address_layout.frees_children = false; // else a tool would free the program
    return execution_prepare(arena, request, -1, launch, error);
}

static bool run_once(const struct replay *replay, size_t index, const struct text_list *tool,
                     struct error *error)
{
    struct arena scratch = {0};
    struct execution_request request;
    struct launch launch;
    int status = 0;
    bool done = replay_launch(replay, &scratch, index, &request, &launch, error) &&
                foreground_run(&launch, tool, &status, error);
    bool succeeded =
        done && WIFEXITED(status) &&
        exit_code_succeeds(request.exit_codes, request.exit_code_count, WEXITSTATUS(status));
    arena_release(&scratch);
    if (done && WIFSIGNALED(status))
        return failed(error, EXIT_FAILED, "'%s' ended by signal %d (%s)", tool->items[0],
                      WTERMSIG(status), strsignal(WTERMSIG(status)));
    return done && (succeeded || failed(error, EXIT_FAILED, "'%s' ended with exit code %d",
                                        tool->items[0], WEXITSTATUS(status)));
}

bool replay_under(const struct replay *replay, size_t number, size_t times,
                  const struct text_list *tool, struct error *error)
{
    size_t index = 0;
    bool done = replay_find(replay, number, &index, error);
    for (size_t i = 0; done && i < times; i++)
        done = run_once(replay, index, tool, error);
    return done;
}
