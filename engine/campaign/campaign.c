// A campaign: trial, pilot, dimensioning, real experiment.
#include "campaign/internal.h"

#include "analysis/pilot/affordable.h"
#include "analysis/pilot/dimensioning.h"
#include "analysis/pilot/pilot_length.h"
#include "base/clock.h"
#include "base/elapsed.h"
#include "campaign/phase/repetitions.h"
#include "model/phase.h"
#include "plan/levels.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/plan/resume.h"
#include "store/plan/shorten.h"
#include "store/transactions.h"

#include <math.h>

// Committed with the executions.
static const int64_t NOTED_EVERY_NS = 1000000000;

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

static void on_block_done(void *context, const struct planned_block *block, double executing_s,
                          double building_s)
{
    struct campaign *campaign = context;
    bool pilot = block->phase == PHASE_PILOT;
    struct error error;
    campaign->pace.executing_s += pilot ? executing_s : 0;
    campaign->pace.building_s += pilot ? building_s : 0;
    if (clock_boot_ns() - campaign->noted_ns >= NOTED_EVERY_NS &&
        !campaign_note_spent(campaign, &error))
        log_warning(campaign->run_options->log, "%s", error.text);
    progress_block_done(campaign->session->progress, block, executing_s + building_s);
}

static void on_merged(void *context, size_t succeeded, size_t failed)
{
    struct campaign *campaign = context;
    campaign->succeeded += succeeded;
    campaign->failed += failed;
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

static bool keep_sizes(struct campaign *campaign)
{
    for (size_t cell = 0; cell < campaign->request.spec->cell_count; cell++)
        campaign->session->sized_blocks[cell] = campaign->repetitions[cell].blocks;
    return true;
}

bool campaign_decide(struct campaign *campaign, double limit_s, struct error *error)
{
    const struct spec *spec = campaign->request.spec;
    if (campaign_has_pilot(campaign))
        return dimension_cells(campaign->store, spec, campaign->already_planned, limit_s,
                               campaign->repetitions, error) &&
               keep_sizes(campaign);
    for (size_t cell = 0; cell < spec->cell_count; cell++)
        if (!campaign->already_planned[cell] && !campaign->left_out[cell])
            campaign->repetitions[cell] = fixed_repetitions(spec, &spec->cells[cell]);
    return true;
}

// ---- A trial

// What the budget ended that is no execution, with the budget to type: ten blocks of it.
bool campaign_refuse_ended(const struct campaign *campaign, struct error *error)
{
    const struct time_account *account = campaign->account;
    const struct time_limit limit = account_trial_limit(account);
    struct arena *arena = campaign->session->arena;
    double elapsed_s = account_elapsed_s(account), known_s = 0;
    if (error->code != EXIT_DEADLINE || limit.is_deadline)
        return false;
    for (int use = 0; use < TIME_USES; use++)
        known_s += account->spent_s[use];
    double blocks =
        (double)((PILOT_TOP_LEAST + BUDGET_BLOCKS_LEAST) * campaign->request.spec->variant_count);
    return failed(error, EXIT_USAGE, "%s: %s or more, or 0 for none, lets it end (so far: %s)",
                  error->text,
                  account_budget_wording(arena, elapsed_s + blocks * fmax(elapsed_s - known_s, 0)),
                  account_wording(arena, account));
}

static bool look(void *context, const struct trial *trial, struct error *error)
{
    const struct campaign *campaign = context;
    const struct tried_campaign tried = {
        campaign->request.spec,       trial, campaign->repetitions,
        campaign_has_pilot(campaign), false, campaign->run_options->fixed_blocks};
    return trial_goes_on(campaign->session->arena, &tried, campaign->account, error);
}

bool campaign_try(struct campaign *campaign, double limit_s, struct error *error)
{
    const struct spec *spec = campaign->request.spec;
    struct session *session = campaign->session;
    const struct executor_driver *driver = session->executor->driver;
    bool pilot = campaign_has_pilot(campaign), planned = false;
    if (!driver->try)
        return true;
    if (!store_has_phase(campaign->store, pilot ? PHASE_PILOT : PHASE_REAL, &planned, error))
        return false;
    for (size_t cell = 0; !planned && cell < spec->cell_count; cell++)
        campaign->repetitions[cell] =
            campaign->left_out[cell]
                ? (struct repetitions){0}
                : (pilot ? pilot_repetitions : fixed_repetitions)(spec, &spec->cells[cell]);
    campaign->trial = planned ? NULL : arena_new(session->arena, struct trial);
    const struct trial_watch watch = {campaign, look};
    if (planned)
        return true;
    return driver->try(session->executor, campaign->repetitions, limit_s, &watch, campaign->trial,
                       error)
               ? trial_check(spec, campaign->trial, campaign->run_options->whole,
                             campaign->run_options->log, error) &&
                     (!campaign->run_options->refuses_clocks ||
                      trial_refuse_clocks(spec, campaign->trial, error)) &&
                     trial_record(session->arena, campaign->store, spec, campaign->trial, error)
               : campaign_refuse_ended(campaign, error);
}

static bool set_budget(struct campaign *campaign, double budget_s, struct error *error)
{
    return store_set(campaign->store, FACT_BUDGET,
                     arena_printf(campaign->session->arena, "%.17g", budget_s), error);
}

bool campaign_note_spent(struct campaign *campaign, struct error *error)
{
    double spent_s = campaign->spent_s + account_elapsed_s(campaign->account);
    campaign->noted_ns = clock_boot_ns();
    return store_set(campaign->store, FACT_SPENT,
                     arena_printf(campaign->session->arena, "%.6g", spent_s), error);
}

bool campaign_raise_budget(struct campaign *campaign, double budget_s, struct error *error)
{
    return set_budget(campaign, campaign->spent_s + budget_s, error) &&
           store_commit(campaign->store, error);
}

bool campaign_can_end_early(const struct campaign *campaign)
{
    const struct spec *spec = campaign->request.spec;
    bool can = campaign_has_pilot(campaign);
    for (size_t i = 0; i < spec->cell_count; i++)
        can = can && !spec->repeat.real[cell_has_builds(spec, &spec->cells[i]) ? 2 : 1];
    return can;
}

// ---- A phase

const char *campaign_name_before(const struct campaign *campaign, struct arena *arena)
{
    return campaign->run_options->several
               ? arena_printf(arena, "%s: ", campaign->request.spec->name)
               : "";
}

static bool tell_size(struct campaign *campaign, struct error *error)
{
    const struct pilot_size *size = &campaign->pilot;
    struct arena *arena = campaign->session->arena;
    const char *text =
        arena_printf(arena, "the pilot has %zu blocks of each cell: %d would take about %s%s",
                     size->blocks, PILOT_TOP, time_wording(arena, PILOT_TOP * size->block_s),
                     size->shared ? " with those of the others" : "");
    log_note(campaign->run_options->log, "%s%s", campaign_name_before(campaign, arena), text);
    return store_event_instead(campaign->store, "pilot", text, error) &&
           store_pilot_sized(campaign->store, size->blocks, size->executions, error);
}

// A pilot that the budget makes smaller counts as one that ended early.
static bool size_pilot(struct campaign *campaign, struct error *error)
{
    const struct spec *spec = campaign->request.spec;
    const struct pilot_size *size = &campaign->pilot;
    bool fewer = false;
    for (size_t cell = 0; size->blocks && cell < spec->cell_count; cell++) {
        struct repetitions *repetitions = &campaign->repetitions[cell];
        fewer = fewer || size->blocks < repetitions->blocks;
        repetitions->blocks =
            size->blocks < repetitions->blocks ? size->blocks : repetitions->blocks;
        if (cell_has_builds(spec, &spec->cells[cell]) && size->executions > repetitions->executions)
            repetitions->executions = size->executions;
    }
    return !fewer || tell_size(campaign, error);
}

// Numbers the blocks of the real experiment after those of a whole pilot, however many it has: the
// same seed draws the same layouts.
static bool number_after_pilot(struct campaign *campaign)
{
    const struct spec *spec = campaign->request.spec;
    size_t *next_block = campaign->session->next_block;
    for (size_t cell = 0; campaign_has_pilot(campaign) && cell < spec->cell_count; cell++) {
        size_t after = pilot_repetitions(spec, &spec->cells[cell]).blocks + 1;
        next_block[cell] = next_block[cell] > after ? next_block[cell] : after;
    }
    return true;
}

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
    if ((phase == PHASE_PILOT ? !size_pilot(campaign, error) : !number_after_pilot(campaign)) ||
        !plan_take(&session->phase_memory, campaign->store, spec, phase, driver->takes_all,
                   session->next_block, campaign->repetitions, &session->stored_plan, error))
        return false;
    session->events =
        (struct executor_events){campaign, on_building, on_executed, on_block_done, on_merged};
    if (!campaign_note_spent(campaign, error) ||
        (campaign->request.resumed &&
         !budget_blocks(campaign->store, session->arena, spec->cell_count,
                        &session->executor->measured, error)))
        return false;
    session->executor->budget_ns = phase == PHASE_REAL ? campaign->budget_ns : 0;
    session->progress = progress_start(&session->phase_memory, campaign->run_options->log,
                                       campaign->run_options->several ? spec->name : NULL, spec,
                                       &session->stored_plan.amount, session->executor->budget_ns);
    if (!begin_piece(session, error))
        return false;
    session->succeeded = campaign->succeeded;
    session->failed = campaign->failed;
    campaign->succeeded += session->stored_plan.succeeded;
    campaign->failed += session->stored_plan.failed;
    campaign->handed_out = !driver->measures_here;
    return true;
}

bool campaign_begin_again(struct campaign *campaign, struct error *error)
{
    campaign->succeeded = campaign->session->succeeded;
    campaign->failed = campaign->session->failed;
    return campaign_begin(campaign, PHASE_REAL, error);
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
    struct pilot_progress pilot = {campaign->store,
                                   campaign->request.spec,
                                   run_options->log,
                                   campaign->budget_left_s,
                                   stored_plan->planner.round,
                                   campaign_name_before(campaign, campaign->session->arena)};
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

bool campaign_is_out_of_budget(const struct campaign *campaign)
{
    return campaign->session && campaign->session->executor &&
           campaign->session->executor->budget_is_over;
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

// NULL: neither an error nor a deadline. Results of a deadline that was set at the start are
// judged: nobody has seen any before.
static const char *end_of(const struct campaign *campaign)
{
    enum exit_code code = campaign->error.code;
    bool begun = !campaign->request.resumed;
    if (code == EXIT_FAILED || (code == EXIT_USAGE && begun))
        return ENDED_BY_FAILURE;
    if (code != EXIT_DEADLINE)
        return NULL;
    return begun ? ENDED_BY_DEADLINE : ENDED_BY_LATER_DEADLINE;
}

// Without the fact the campaign counts as unfinished.
static void record_end(struct campaign *campaign)
{
    struct error error;
    const char *end = end_of(campaign);
    if (campaign->store && end &&
        (!store_set(campaign->store, FACT_ENDED_BY, end, &error) ||
         !store_commit(campaign->store, &error)))
        log_warning(campaign->run_options->log, "%s", error.text);
}

static void note_end(struct campaign *campaign)
{
    struct error error;
    if (campaign->store && campaign->session && campaign->account &&
        (!campaign_note_spent(campaign, &error) || !store_commit(campaign->store, &error)))
        log_warning(campaign->run_options->log, "%s", error.text);
}

void campaign_close(struct arena *arena, struct campaign *campaign, bool kept)
{
    const struct campaign_request *request = &campaign->request;
    struct session *session = campaign->session;
    campaign_end(campaign);
    note_end(campaign);
    if (session && session->executor)
        session->executor->driver->close(session->executor);
    campaign->measured = campaign->succeeded + campaign->failed > 0;
    record_end(campaign);
    if (campaign->store)
        store_close(campaign->store);
    campaign->store = NULL;
    bool handed_out = campaign->handed_out && campaign->error.code != EXIT_USAGE;
    folder_release(arena, &campaign->locked_folder,
                   kept || campaign->measured || campaign->all_identical || request->resumed ||
                       handed_out);
}
