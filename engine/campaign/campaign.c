// A campaign: pilot, dimensioning, real experiment.
#include "campaign/campaign.h"

#include "analysis/dimensioning.h"
#include "base/files/files.h"
#include "campaign/dry_run.h"
#include "campaign/fingerprint.h"
#include "campaign/progress.h"
#include "campaign/provenance.h"
#include "campaign/restart.h"
#include "campaign/stored_plan.h"
#include "executor/affinity.h"
#include "executor/build_batch.h"
#include "executor/dispatched.h"
#include "model/phase.h"
#include "store/catalogue.h"
#include "base/files/paths.h"

#include <string.h>

struct session {
    struct arena *arena;
    struct local_executor executor;
    size_t *next_block; // by cell: number of its next block
    struct arena phase_memory;
    struct stored_plan stored_plan;
    struct plan_cursor cursor;
    struct executor_events events;
    struct progress *progress;
    struct slurm_context slurm_context;
    struct dispatched *dispatched; // on a cluster, instead of the course
};

static void on_building(void *context, size_t builds)
{
    progress_building(((struct campaign *)context)->session->progress, builds);
}

static void on_executed(void *context, const struct planned_block *block, size_t variant,
                        const double *values, size_t count)
{
    struct campaign *campaign = context;
    values ? campaign->succeeded++ : campaign->failed++;
    progress_executed(campaign->session->progress, block, variant, values, count);
}

static void on_block_done(void *context, const struct planned_block *block, double seconds)
{
    progress_block_done(((struct campaign *)context)->session->progress, block, seconds);
}

// ---- Opening

struct spec *campaign_spec(struct arena *arena, const char *path, struct text *report,
                           struct error *error)
{
    STORE_CLEANUP struct store *store = store_open(path, error);
    if (!store)
        return NULL;
    const char *text = store_get(store, arena, "spec"), *file = store_get(store, arena, "path");
    if (!text || !file) {
        failed(error, EXIT_USAGE,
               "'%s' ended before it had a plan: nothing to go on with, begin anew",
               path_folder(arena, path));
        return NULL;
    }
    if (!folder_exists(path_folder(arena, file))) {
        failed(error, EXIT_USAGE, "the folder of '%s' is gone, and its campaign runs there", file);
        return NULL;
    }
    struct spec_overrides overrides = spec_overrides_of(arena, text);
    return spec_parse(arena, file, text, strlen(text), &overrides, report, error);
}

bool campaign_take(struct arena *arena, struct campaign *campaign, struct error *error)
{
    const struct campaign_request *request = &campaign->request;
    return request->resumed ? folder_retake(request->folder, &campaign->locked_folder, error)
                            : folder_take(arena, request->folder, &campaign->locked_folder, error);
}

static bool begin_store(struct campaign *campaign, const char *path,
                        const struct text_list *missing, struct error *error)
{
    struct session *session = campaign->session;
    session->executor.store = campaign->store = store_create(path, error);
    if (!campaign->store)
        return false;
    for (size_t i = 0; i < missing->count; i++)
        log_warning(campaign->run_options->log, "%s", missing->items[i]);
    for (size_t i = 0; i < session->executor.unmeasured.count; i++)
        log_warning(campaign->run_options->log, "%s", session->executor.unmeasured.items[i]);
    const struct cluster *cluster = campaign->request.cluster;
    return (cluster ? cluster_record(cluster, campaign->store, error) &&
                          provenance_record_source(session->arena, campaign->store,
                                                   campaign->request.spec, error)
                    : provenance_record(&session->executor, missing, error) &&
                          fingerprint_record_files(&session->executor, NULL, error)) &&
           store_set(campaign->store, "budget_s",
                     arena_printf(session->arena, "%.17g", campaign->run_options->budget_s),
                     error) &&
           store_spec(campaign->store, campaign->request.spec, error) &&
           store_commit(campaign->store, error); // others of the queue may be measured first
}

// Samples of another program, or of another machine, would look like samples of this one. On a
// cluster that is seen when they come back.
static bool make_the_same(struct campaign *campaign, const struct text_list *missing,
                          struct error *error)
{
    const struct campaign_request *request = &campaign->request;
    const struct local_executor *executor = &campaign->session->executor;
    const struct log *log = campaign->run_options->log;
    struct changes changes;
    if (request->cluster)
        return true;
    if (!provenance_changes(executor, campaign->store, &changes, error))
        return false;
    for (size_t i = 0; i < changes.texts.count; i++)
        (request->restart ? log_note : log_error)(log, "changed since the campaign began: %s",
                                                  changes.texts.items[i]);
    if (!changes.texts.count || request->restart)
        return !changes.texts.count || restart_begin(executor, &changes, missing, error);
    return failed(error, EXIT_USAGE,
                  "not resumed: its samples would not be of one kind; 'eswexp run' begins anew, "
                  "'eswexp resume --anew' only with the cells that this affects");
}

static bool continue_store(struct campaign *campaign, const char *path,
                           const struct text_list *missing, struct error *error)
{
    struct session *session = campaign->session;
    session->executor.store = campaign->store = store_reopen(path, error);
    if (!campaign->store || !make_the_same(campaign, missing, error))
        return false;
    return store_get(campaign->store, session->arena, "finished") ||
           store_event(campaign->store, "resumed", "the campaign was gone on with", error);
}

bool campaign_open(struct arena *arena, struct campaign *campaign, struct error *error)
{
    const struct campaign_request *request = &campaign->request;
    const struct run_options *run_options = campaign->run_options;
    const char *path = path_join(arena, request->folder, "campaign.db");
    struct text_list missing = {0};
    struct session *session = campaign->session = arena_new(arena, struct session);
    *session = (struct session){.arena = arena,
                                .executor = {.arena = arena,
                                             .spec = request->spec,
                                             .log = run_options->log,
                                             .stop = run_options->stop,
                                             .no_wait = run_options->no_wait}};
    session->executor.deadline.at_ns = run_options->deadline_ns;
    deadline_begin(&session->executor.deadline, arena, request->spec->cell_count);
    session->next_block = arena_new_array(arena, size_t, request->spec->cell_count);
    campaign->repetitions = arena_new_array(arena, struct repetitions, request->spec->cell_count);
    campaign->already_planned = arena_new_array(arena, bool, request->spec->cell_count);
    for (size_t cell = 0; cell < request->spec->cell_count; cell++)
        session->next_block[cell] = 1;
    session->slurm_context = (struct slurm_context){.cluster = request->cluster,
                                                    .arena = arena,
                                                    .log = run_options->log,
                                                    .stop = run_options->stop,
                                                    .deadline_ns = run_options->deadline_ns,
                                                    .name = request->spec->name,
                                                    .folder = request->folder};
    return (request->cluster ? slurm_probe(error)
                             : local_executor_open(&session->executor, &missing, error)) &&
           (request->resumed ? continue_store(campaign, path, &missing, error)
                             : begin_store(campaign, path, &missing, error)) &&
           (request->cluster || affinity_settle(&session->executor, error));
}

// ---- Deciding

bool campaign_has_pilot(const struct campaign *campaign)
{
    return pilot_needed(campaign->request.spec);
}

bool campaign_needs_dimensioning(struct campaign *campaign, bool *undimensioned,
                                 struct error *error)
{
    bool whole = false;
    bool done =
        plan_already_planned(campaign->store, campaign->request.spec, PHASE_REAL,
                             campaign->repetitions, campaign->already_planned, &whole, error);
    *undimensioned = !whole;
    return done;
}

bool campaign_decide(struct campaign *campaign, struct error *error)
{
    const struct spec *spec = campaign->request.spec;
    if (campaign_has_pilot(campaign))
        return dimension_cells(campaign->store, spec, campaign->already_planned,
                               campaign->repetitions, error);
    for (size_t cell = 0; cell < spec->cell_count; cell++)
        if (!campaign->already_planned[cell])
            campaign->repetitions[cell] = fixed_repetitions(spec, &spec->cells[cell]);
    return true;
}

// ---- A phase

// What a block took in the pilot; 0: there was none.
static bool expect_block_s(struct campaign *campaign, double *seconds, struct error *error)
{
    struct arena scratch = {0};
    struct catalogue catalogue;
    size_t blocks = 0;
    bool done = store_catalogue(campaign->store, &scratch, &catalogue, error);
    *seconds = 0;
    for (size_t cell = 0; done && cell < catalogue.cell_count; cell++) {
        *seconds += catalogue.cells[cell].cost_s;
        blocks += campaign->repetitions[cell].blocks;
    }
    *seconds = blocks ? *seconds / (double)blocks : 0;
    arena_release(&scratch);
    return done;
}

static bool begin_on_cluster(struct campaign *campaign, struct error *error)
{
    struct session *session = campaign->session;
    double block_s;
    session->slurm_context.store = campaign->store;
    if (!expect_block_s(campaign, &block_s, error))
        return false;
    session->dispatched = dispatched_begin(&session->slurm_context, &session->stored_plan.plan,
                                           &session->stored_plan.ids, block_s, error);
    campaign->submitted = session->dispatched != NULL;
    return campaign->submitted;
}

static void end_on_cluster(struct campaign *campaign)
{
    struct session *session = campaign->session;
    dispatched_call_back(session->dispatched);
    for (size_t i = 0; i < session->stored_plan.plan.execution_count; i++) {
        const struct stored_step *step = &session->stored_plan.ids.steps[i];
        campaign->succeeded += step->succeeded;
        campaign->failed += !step->succeeded && !step->open;
    }
    dispatched_end(session->dispatched);
    session->dispatched = NULL;
    arena_release(&session->phase_memory);
}

static void begin_cursor(struct session *session)
{
    session->cursor = (struct plan_cursor){.executor = &session->executor,
                                           .plan = &session->stored_plan.plan,
                                           .ids = &session->stored_plan.ids,
                                           .events = &session->events};
    plan_cursor_begin(&session->cursor);
}

bool campaign_begin(struct campaign *campaign, enum phase phase, struct error *error)
{
    struct session *session = campaign->session;
    const struct spec *spec = campaign->request.spec;
    for (size_t cell = 0; phase == PHASE_PILOT && cell < spec->cell_count; cell++)
        campaign->repetitions[cell] = pilot_repetitions(spec, &spec->cells[cell]);
    if (!plan_take(&session->phase_memory, campaign->store, spec, phase, campaign->request.cluster,
                   session->next_block, campaign->repetitions, &session->stored_plan, error))
        return false;
    if (campaign->request.cluster)
        return begin_on_cluster(campaign, error);
    campaign->succeeded += session->stored_plan.succeeded;
    campaign->failed += session->stored_plan.failed;
    session->events = (struct executor_events){campaign, on_building, on_executed, on_block_done};
    session->progress = progress_start(&session->phase_memory, campaign->run_options->log,
                                       campaign->run_options->several ? spec->name : NULL, spec,
                                       &session->stored_plan.amount);
    begin_cursor(session);
    return true;
}

// The end, in the piece of the plan at hand, of the blocks of rounds up to `round`.
static size_t end_of_rounds(const struct campaign *campaign, size_t round)
{
    const struct plan *plan = &campaign->session->stored_plan.plan;
    size_t end = campaign->session->cursor.block;
    while (end < plan->block_count &&
           plan->blocks[end].number - campaign->repetitions[plan->blocks[end].cell].first_block <=
               round)
        end++;
    return end;
}

bool campaign_advance(struct campaign *campaign, size_t round, bool *done, struct error *error)
{
    struct session *session = campaign->session;
    struct plan_cursor *cursor = &session->cursor;
    *done = false;
    if (session->dispatched)
        return dispatched_poll(session->dispatched, done, error);
    for (bool more = true; more;) {
        size_t end = end_of_rounds(campaign, round);
        if (!plan_cursor_run(cursor, end, error))
            return false;
        if (cursor->block < session->stored_plan.plan.block_count)
            return true;
        plan_cursor_end(cursor);
        if (!plan_take_next(&session->stored_plan, &more, error))
            return false;
        begin_cursor(session);
    }
    *done = true;
    return true;
}

void campaign_end(struct campaign *campaign)
{
    struct session *session = campaign->session;
    if (!session)
        return;
    if (session->dispatched)
        end_on_cluster(campaign);
    if (session->progress) {
        plan_cursor_end(&session->cursor);
        progress_end(session->progress);
        session->progress = NULL;
    }
    plan_release(&session->stored_plan);
    arena_release(&session->phase_memory);
}

bool campaign_cpus(const struct campaign *campaign, cpu_set_t *cpus)
{
    const struct spec *spec = campaign->request.spec;
    bool bound = true;
    for (size_t i = 0; i < spec->cell_count * spec->variant_count; i++) {
        const struct prepared_variant *prepared = &campaign->session->executor.prepared_variants[i];
        bound = bound && prepared->cpu_count > 0;
        for (size_t at = 0; at < prepared->cpu_count; at++)
            CPU_SET((size_t)prepared->cpus[at], cpus);
    }
    return bound;
}

// ---- The end

bool campaign_finish(struct campaign *campaign, struct error *error)
{
    if (!campaign->request.cluster && !local_executor_is_whole(&campaign->session->executor, error))
        return false;
    if (campaign->failed)
        return failed(error, EXIT_FAILED, "%zu of %zu executions failed for good: see the report",
                      campaign->failed, campaign->failed + campaign->succeeded);
    return store_set(campaign->store, "finished", "yes", error) &&
           store_commit(campaign->store, error);
}

void campaign_profile(struct campaign *campaign)
{
    const struct run_options *run_options = campaign->run_options;
    struct error error;
    bool whole = campaign->error.code == EXIT_FINE || campaign->error.code == EXIT_FAILED;
    if (!run_options->profiling.profiler || campaign->request.cluster || !whole ||
        !campaign->succeeded)
        return;
    if (!profile_all(&campaign->session->executor, &run_options->profiling, campaign->repetitions,
                     &error))
        log_warning(run_options->log, "profiling ended: %s", error.text);
}

void campaign_close(struct arena *arena, struct campaign *campaign, bool kept)
{
    const struct campaign_request *request = &campaign->request;
    if (campaign->session) {
        campaign_end(campaign);
        if (!request->cluster)
            local_executor_close(&campaign->session->executor);
    }
    campaign->measured = campaign->succeeded + campaign->failed > 0;
    if (campaign->store)
        store_close(campaign->store);
    campaign->store = NULL;
    bool submitted = campaign->submitted && campaign->error.code != EXIT_USAGE;
    folder_release(arena, &campaign->locked_folder,
                   kept || campaign->measured || request->resumed || submitted);
}
