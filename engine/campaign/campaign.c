// A campaign: pilot, dimensioning, real experiment.
#include "campaign/campaign.h"

#include "analysis/pilot/dimensioning.h"
#include "analysis/pilot/pilot_length.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "campaign/progress.h"
#include "campaign/provenance.h"
#include "campaign/repetitions.h"
#include "campaign/restart.h"
#include "campaign/stored_plan.h"
#include "model/phase.h"
#include "spec/keys/experiment.h"
#include "spec/overrides.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/plan/experiment.h"
#include "store/transactions.h"

#include <string.h>

struct session {
    struct arena *arena;
    struct executor *executor; // NULL until it is open
    size_t *next_block;        // by cell: number of its next block
    struct arena phase_memory;
    struct stored_plan stored_plan;
    size_t end; // index behind the blocks of the rounds so far, in the current piece of the plan
    struct executor_events events;
    struct progress *progress;
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

static void on_merged(void *context, size_t succeeded, size_t failed)
{
    struct campaign *campaign = context;
    campaign->succeeded += succeeded;
    campaign->failed += failed;
}

// ---- Opening

struct spec *campaign_spec(struct arena *arena, const char *path, struct text *report,
                           struct error *error)
{
    STORE_CLEANUP struct store *store = store_open(path, error);
    if (!store)
        return NULL;
    const char *text = store_get(store, arena, FACT_SPEC),
               *file = store_get(store, arena, FACT_PATH);
    if (!text || !file) {
        failed(error, EXIT_USAGE,
               "'%s' ended before it had a plan: there is nothing to resume, run it again",
               path_folder(arena, path));
        return NULL;
    }
    if (!folder_exists(path_folder(arena, file))) {
        failed(error, EXIT_USAGE, "the folder of '%s' is gone, but its campaign needs it", file);
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

static void warn_of_gaps(const struct log *log, const struct text_list *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        log_warning(log, "%s", lines->items[i]);
}

static bool store_request_facts(const struct campaign_request *request, struct store *store,
                                struct error *error)
{
    for (size_t i = 0; i < request->fact_count; i++)
        if (!store_set(store, request->facts[i].key, request->facts[i].value, error))
            return false;
    return true;
}

static bool begin_store(struct campaign *campaign, const char *path, struct error *error)
{
    struct session *session = campaign->session;
    const struct executor *executor = session->executor;
    const struct executor_driver *driver = executor->driver;
    struct store *store = campaign->store = store_create(path, error);
    if (!store)
        return false;
    if (campaign->request.identical == IDENTICAL_MEASURED)
        warn_of_gaps(executor->log, &executor->gaps.identical);
    warn_of_gaps(executor->log, &executor->gaps.ignored);
    warn_of_gaps(executor->log, &executor->gaps.not_randomized);
    warn_of_gaps(executor->log, &executor->gaps.unmeasured);
    return identical_record(executor, campaign->request.identical, store, error) &&
           provenance_record(executor, store, error) &&
           (!driver->record_files || driver->record_files(executor, store, NULL, error)) &&
           store_set(store, FACT_BUDGET,
                     arena_printf(session->arena, "%.17g", campaign->run_options->budget_s),
                     error) &&
           store_request_facts(&campaign->request, store, error) &&
           store_spec(store, campaign->request.spec, error) &&
           store_commit(store, error); // others of the queue may be measured first
}

// Samples of another program or machine would look like samples of this one. Samples of other
// machines are checked when they are merged.
static bool check_fingerprint(struct campaign *campaign, struct error *error)
{
    const struct campaign_request *request = &campaign->request;
    const struct executor *executor = campaign->session->executor;
    const struct log *log = campaign->run_options->log;
    struct changes changes;
    if (!executor->driver->measures_here)
        return true;
    if (!provenance_changes(executor, campaign->store, &changes, error))
        return false;
    for (size_t i = 0; i < changes.texts.count; i++)
        (request->restart ? log_note : log_error)(log, "changed since the campaign began: %s",
                                                  changes.texts.items[i]);
    if (!changes.texts.count || request->restart)
        return !changes.texts.count || restart_begin(executor, campaign->store, &changes, error);
    return failed(error, EXIT_USAGE,
                  "not resumed: it would mix samples of two kinds; 'eswexp run' begins a new "
                  "campaign, 'eswexp resume --restart' restarts only the affected cells");
}

static bool continue_store(struct campaign *campaign, const char *path, struct error *error)
{
    campaign->store = store_reopen(path, error);
    if (!campaign->store || !check_fingerprint(campaign, error))
        return false;
    struct arena *arena = campaign->session->arena;
    if (store_get(campaign->store, arena, FACT_FINISHED))
        return true;
    return (!store_get(campaign->store, arena, FACT_ENDED_BY) ||
            store_set(campaign->store, FACT_ENDED_BY, ENDED_BY_RESUMED, error)) &&
           store_event(campaign->store, "resumed", "the campaign was resumed", error);
}

static struct session *session_of(struct arena *arena, size_t cells)
{
    struct session *session = arena_new(arena, struct session);
    *session =
        (struct session){.arena = arena, .next_block = arena_new_array(arena, size_t, cells)};
    for (size_t cell = 0; cell < cells; cell++)
        session->next_block[cell] = 1;
    return session;
}

// Nothing is left to measure where all cells are identical code.
static bool settle(struct campaign *campaign, struct error *error)
{
    struct executor *executor = campaign->session->executor;
    struct store *store = campaign->store;
    if (!identical_cells(campaign->session->arena, store, campaign->request.spec,
                         campaign->left_out, &campaign->all_identical, error))
        return false;
    if (!campaign->all_identical)
        return executor->driver->settle(executor, store, error);
    campaign->is_over = true;
    return store_set(store, FACT_FINISHED, "yes", error) && store_commit(store, error);
}

bool campaign_open(struct arena *arena, struct campaign *campaign, struct error *error)
{
    const struct campaign_request *request = &campaign->request;
    const struct run_options *run_options = campaign->run_options;
    const char *path = path_join(arena, request->folder, "campaign.db");
    size_t cells = request->spec->cell_count;
    const struct executor_driver *driver = request->place.driver;
    const struct executor_request executor_request = {.arena = arena,
                                                      .spec = request->spec,
                                                      .log = run_options->log,
                                                      .stop = run_options->stop,
                                                      .deadline_ns = run_options->deadline_ns,
                                                      .no_wait = run_options->no_wait,
                                                      .folder = request->folder};
    struct session *session = campaign->session = session_of(arena, cells);
    campaign->repetitions = arena_new_array(arena, struct repetitions, cells);
    campaign->already_planned = arena_new_array(arena, bool, cells);
    campaign->left_out = arena_new_array(arena, bool, cells);
    session->executor = driver->open(&request->place, &executor_request, error);
    return session->executor &&
           (request->resumed ? continue_store(campaign, path, error)
                             : begin_store(campaign, path, error)) &&
           settle(campaign, error);
}

// ---- Dimensioning

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
        if (!campaign->already_planned[cell] && !campaign->left_out[cell])
            campaign->repetitions[cell] = fixed_repetitions(spec, &spec->cells[cell]);
    return true;
}

// ---- A phase

static bool begin_piece(struct session *session, struct error *error)
{
    struct executor *executor = session->executor;
    session->end = 0;
    return executor->driver->begin(executor, &session->stored_plan.plan, &session->stored_plan.ids,
                                   &session->events, error);
}

bool campaign_begin(struct campaign *campaign, enum phase phase, struct error *error)
{
    struct session *session = campaign->session;
    const struct spec *spec = campaign->request.spec;
    const struct executor_driver *driver = session->executor->driver;
    for (size_t cell = 0; phase == PHASE_PILOT && cell < spec->cell_count; cell++)
        campaign->repetitions[cell] = campaign->left_out[cell]
                                          ? (struct repetitions){0}
                                          : pilot_repetitions(spec, &spec->cells[cell]);
    if (!plan_take(&session->phase_memory, campaign->store, spec, phase, driver->takes_all,
                   session->next_block, campaign->repetitions, &session->stored_plan, error))
        return false;
    session->events =
        (struct executor_events){campaign, on_building, on_executed, on_block_done, on_merged};
    session->progress = progress_start(&session->phase_memory, campaign->run_options->log,
                                       campaign->run_options->several ? spec->name : NULL, spec,
                                       &session->stored_plan.amount);
    if (!begin_piece(session, error))
        return false;
    campaign->succeeded += session->stored_plan.succeeded;
    campaign->failed += session->stored_plan.failed;
    campaign->handed_out = !driver->measures_here;
    return true;
}

// Moves `end` behind the blocks of all rounds up to `round`.
static void include_rounds(struct campaign *campaign, size_t round)
{
    const struct plan *plan = &campaign->session->stored_plan.plan;
    size_t *end = &campaign->session->end;
    while (*end < plan->block_count &&
           plan->blocks[*end].number - campaign->repetitions[plan->blocks[*end].cell].first_block <=
               round)
        ++*end;
}

// Between two pieces of a pilot. Blocks that an earlier session measured stay.
static bool end_pilot_early(struct campaign *campaign, struct error *error)
{
    const struct stored_plan *stored_plan = &campaign->session->stored_plan;
    const struct run_options *run_options = campaign->run_options;
    struct pilot_progress pilot = {campaign->store, campaign->request.spec, run_options->log,
                                   run_options->budget_s, stored_plan->planner.round};
    return stored_plan->planner.phase != PHASE_PILOT ||
           stored_plan->amount.executions_done > stored_plan->executions ||
           pilot_end_early(&pilot, campaign->repetitions, error);
}

bool campaign_advance(struct campaign *campaign, size_t round, bool *done, struct error *error)
{
    struct session *session = campaign->session;
    struct executor *executor = session->executor;
    *done = false;
    for (bool more = true; more;) {
        bool piece_done = false;
        include_rounds(campaign, round);
        if (!executor->driver->advance(executor, session->end, &piece_done, error))
            return false;
        if (!piece_done)
            return true;
        executor->driver->end(executor);
        if (!end_pilot_early(campaign, error) ||
            !plan_take_next(&session->stored_plan, &more, error) ||
            (more && !begin_piece(session, error)))
            return false;
    }
    *done = true;
    return true;
}

void campaign_end(struct campaign *campaign)
{
    struct session *session = campaign->session;
    if (!session)
        return;
    if (session->executor)
        session->executor->driver->end(session->executor);
    if (session->progress)
        progress_end(session->progress);
    session->progress = NULL;
    plan_release(&session->stored_plan);
    arena_release(&session->phase_memory);
}

bool campaign_cpus(const struct campaign *campaign, cpu_set_t *cpus)
{
    const struct executor *executor = campaign->session->executor;
    CPU_OR(cpus, cpus, &executor->cpus);
    return CPU_COUNT(&executor->cpus) > 0;
}

// ---- The end

bool campaign_finish(struct campaign *campaign, struct error *error)
{
    if (!executor_is_whole(campaign->session->executor, error))
        return false;
    if (campaign->failed)
        return failed(error, EXIT_FAILED, "%zu of %zu executions failed for good: see the report",
                      campaign->failed, campaign->failed + campaign->succeeded);
    return store_set(campaign->store, FACT_FINISHED, "yes", error) &&
           store_commit(campaign->store, error);
}

void campaign_profile(struct campaign *campaign)
{
    const struct run_options *run_options = campaign->run_options;
    const struct executor_driver *driver = campaign->request.place.driver;
    struct error error;
    bool whole = campaign->error.code == EXIT_FINE || campaign->error.code == EXIT_FAILED;
    if (!run_options->profiling.profiler || !driver->profile || !whole || !campaign->succeeded)
        return;
    if (!driver->profile(campaign->session->executor, &run_options->profiling,
                         campaign->repetitions, &error))
        log_warning(run_options->log, "profiling ended: %s", error.text);
}

// Results of a deadline that was set at the start are judged: nobody has seen any before. Without
// the fact the campaign counts as unfinished.
static void record_deadline(struct campaign *campaign)
{
    struct error error;
    if (campaign->store && campaign->error.code == EXIT_DEADLINE && !campaign->request.resumed &&
        (!store_set(campaign->store, FACT_ENDED_BY, ENDED_BY_DEADLINE, &error) ||
         !store_commit(campaign->store, &error)))
        log_warning(campaign->run_options->log, "%s", error.text);
}

void campaign_close(struct arena *arena, struct campaign *campaign, bool kept)
{
    const struct campaign_request *request = &campaign->request;
    struct session *session = campaign->session;
    campaign_end(campaign);
    if (session && session->executor)
        session->executor->driver->close(session->executor);
    campaign->measured = campaign->succeeded + campaign->failed > 0;
    record_deadline(campaign);
    if (campaign->store)
        store_close(campaign->store);
    campaign->store = NULL;
    bool handed_out = campaign->handed_out && campaign->error.code != EXIT_USAGE;
    folder_release(arena, &campaign->locked_folder,
                   kept || campaign->measured || campaign->all_identical || request->resumed ||
                       handed_out);
}
