// The driver of the local executor.
#include "executor/local/local.h"

#include "base/files/installation.h"
#include "executor/local/fingerprint.h"
#include "executor/local/internal.h"
#include "executor/local/process_settings_record.h"
#include "executor/local/profile.h"
#include "executor/local/trial.h"
#include "machine/sys.h"

static struct local_executor *local_of(struct executor *executor)
{
    return (struct local_executor *)executor;
}

static const struct local_executor *local_of_const(const struct executor *executor)
{
    return (const struct local_executor *)executor;
}

// ---- Opening

static void close_local(struct executor *executor)
{
    struct local_executor *local = local_of(executor);
    if (local->launcher.pid)
        launcher_stop(&local->launcher);
    work_folder_release(&local->work_folder, executor->log);
}

static bool prepare(struct local_executor *local, const struct executor_request *request,
                    struct error *error)
{
    struct waiting waiting = {.log = request->log,
                              .stop = request->stop,
                              .deadline_ns = request->deadline_ns,
                              .refused = request->no_wait,
                              .account = request->account};
    struct executor *base = &local->base;
    char *launcher = NULL;
    if (!meter_selection_choose(&local->meters, base->arena, base->spec, machine_root(), error) ||
        !installation_helper(base->arena, "eswexp-launch", &launcher, error) ||
        !work_folder_take(&local->work_folder, base->arena, base->spec->path, &waiting, error) ||
        !launcher_start(&local->launcher, launcher, error) ||
        !prepared_variants_prepare(&local->prepared, base, &local->work_folder, &local->launcher,
                                   request, error))
        return false;
    base->gaps.unmeasured = local->meters.unmeasured;
    base->gaps.given_up_variants = prepared_variants_given_up(&local->prepared, base->arena);
    return true;
}

static struct executor *open_local(const struct place *place,
                                   const struct executor_request *request, struct error *error)
{
    struct local_executor *local = arena_new(request->arena, struct local_executor);
    *local = (struct local_executor){.base = {.driver = place->driver,
                                              .arena = request->arena,
                                              .spec = request->spec,
                                              .log = request->log,
                                              .stop = request->stop,
                                              .account = request->account},
                                     .recorder = {.arena = request->arena, .log = request->log},
                                     .work_folder = {.lock = -1},
                                     .launcher = {.socket = -1},
                                     .deadline = {.at_ns = request->deadline_ns}};
    deadline_begin(&local->deadline, request->arena, request->spec->cell_count);
    deadline_begin(&local->budget, request->arena, request->spec->cell_count);
    local->horizons = arena_new_array(request->arena, size_t, request->spec->cell_count);
    local->exit_codes = arena_new_array(request->arena, int, request->spec->cell_count);
    for (size_t i = 0; i < request->spec->cell_count; i++)
        local->exit_codes[i] = -1;
    local->throttle = throttle_begin(request->arena, machine_root());
    local->prepared = prepared_variants_of(request->arena, request->spec);
    if (prepare(local, request, error))
        return &local->base;
    close_local(&local->base);
    return NULL;
}

// ---- Facts

static bool record(const struct executor *executor, struct store *store, struct error *error)
{
    const struct local_executor *local = local_of_const(executor);
    return fingerprint_record(&local->prepared, &local->meters, executor->arena, store, error);
}

static bool record_files(const struct executor *executor, struct store *store, struct store *before,
                         struct error *error)
{
    return fingerprint_record_files(&local_of_const(executor)->prepared, executor->arena, store,
                                    before, error);
}

static const struct text_list *fact_keys(const struct executor *executor)
{
    return fingerprint_keys(&local_of_const(executor)->prepared, executor->arena);
}

// ---- Measuring

static bool settle(struct executor *executor, struct store *store, struct error *error)
{
    struct local_executor *local = local_of(executor);
    local->recorder.store = store;
    if (!affinity_settle(&local->prepared, &local->recorder, &local->engine_cpus,
                         &local->drawn_cpus, error))
        return false;
    affinity_cpus(&local->prepared, &executor->cpus);
    return true;
}

static bool try_all(struct executor *executor, const struct repetitions *repetitions,
                    double limit_s, const struct trial_watch *watch, struct trial *trial,
                    struct error *error)
{
    struct local_executor *local = local_of(executor);
    return trial_all(local, repetitions, limit_s, watch, trial, error) &&
           drawn_cpus_decide(&local->prepared, &local->recorder, &local->drawn_cpus, trial,
                             repetitions, error);
}

static bool begin(struct executor *executor, const struct plan *plan, const struct stored_ids *ids,
                  const struct executor_events *events, struct error *error)
{
    struct local_executor *local = local_of(executor);
    if (!drawn_cpus_restarted(&local->prepared, &local->recorder, &local->drawn_cpus, error) ||
        !process_settings_record(&local->prepared, &local->recorder, &local->drawn_cpus, error))
        return false;
    local->cursor =
        (struct plan_cursor){.executor = local, .plan = plan, .ids = ids, .events = events};
    plan_cursor_begin(&local->cursor);
    return true;
}

static bool advance(struct executor *executor, size_t end, bool *done, struct error *error)
{
    struct plan_cursor *cursor = &local_of(executor)->cursor;
    bool ran = plan_cursor_run(cursor, end, error);
    *done = ran && cursor->block == cursor->plan->block_count;
    return ran;
}

static void end(struct executor *executor)
{
    struct plan_cursor *cursor = &local_of(executor)->cursor;
    if (cursor->executor)
        plan_cursor_end(cursor);
    cursor->executor = NULL;
}

static bool profile(struct executor *executor, const struct profiling *profiling,
                    const struct repetitions *repetitions, struct error *error)
{
    return profile_all(local_of(executor), profiling, repetitions, error);
}

const struct executor_driver local_executor_driver = {
    .name = "local",
    .measures_here = true,
    .open = open_local,
    .record = record,
    .record_files = record_files,
    .fact_keys = fact_keys,
    .settle = settle,
    .try = try_all,
    .begin = begin,
    .advance = advance,
    .end = end,
    .profile = profile,
    .close = close_local,
};

const struct place place_here = {.driver = &local_executor_driver, .nodes = 1};
