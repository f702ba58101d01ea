// A campaign: pilot, dimensioning, real experiment.
#include "campaign/campaign.h"

#include "analysis/dimensioning.h"
#include "base/clock.h"
#include "base/files.h"
#include "campaign/folder.h"
#include "campaign/origin.h"
#include "campaign/outlook.h"
#include "campaign/progress.h"
#include "campaign/stored_plan.h"
#include "campaign/time_limit.h"
#include "dispatch/workbench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// One campaign under way.
struct campaign {
    const struct campaign_request *request;
    struct arena *arena;
    struct workbench workbench;
    struct store *store;
    struct progress *progress; // of the phase at hand
    size_t *next_block;        // by cell: number of its next block
    size_t succeeded, failed;  // executions
    int64_t begun_ns;
    double budget_s; // 0: none
};

static void on_building(void *context, size_t builds)
{
    progress_building(((struct campaign *)context)->progress, builds);
}

static void on_executed(void *context, const struct planned_block *block, size_t variant,
                        const double *values, size_t count)
{
    struct campaign *campaign = context;
    values ? campaign->succeeded++ : campaign->failed++;
    progress_executed(campaign->progress, block, variant, values, count);
}

static void on_block_done(void *context, const struct planned_block *block, double seconds)
{
    progress_block_done(((struct campaign *)context)->progress, block, seconds);
}

static bool run_phase(struct campaign *campaign, enum phase phase, struct repetitions *repetitions,
                      struct error *error)
{
    const struct campaign_request *request = campaign->request;
    struct arena memory = {0};
    struct taken_plan taken;
    bool ran = plan_take(&memory, campaign->store, request->spec, phase, campaign->next_block,
                         repetitions, &taken, error);
    if (ran) {
        struct workbench_events events = {campaign, on_building, on_executed, on_block_done};
        campaign->succeeded += taken.succeeded;
        campaign->failed += taken.failed;
        campaign->progress =
            progress_start(&memory, request->log, request->spec, &taken.plan, taken.ids.steps);
        ran = workbench_run(&campaign->workbench, &taken.plan, &taken.ids, &events, error);
        progress_end(campaign->progress);
    }
    arena_release(&memory);
    return ran;
}

static bool run_pilot(struct campaign *campaign, struct error *error)
{
    const struct spec *spec = campaign->request->spec;
    struct repetitions *repetitions =
        arena_new_array(campaign->arena, struct repetitions, spec->cell_count);
    for (size_t cell = 0; cell < spec->cell_count; cell++)
        repetitions[cell] = pilot_repetitions(spec, &spec->cells[cell]);
    return run_phase(campaign, PHASE_PILOT, repetitions, error);
}

static void announce(const struct campaign *campaign, const struct repetitions *repetitions)
{
    const struct spec *spec = campaign->request->spec;
    size_t blocks = 0, executions = 0;
    for (size_t cell = 0; cell < spec->cell_count; cell++) {
        blocks += repetitions[cell].blocks;
        executions += repetitions[cell].blocks * repetitions[cell].executions;
    }
    log_note(campaign->request->log, "the real experiment: %zu blocks, %zu executions", blocks,
             executions * spec->variant_count);
}

// What the budget leaves for the real experiment, with a reserve, since costs are estimates.
static double time_left(const struct campaign *campaign)
{
    static const double share = 0.9, least_s = 1;
    double spent = (double)(clock_boot_ns() - campaign->begun_ns) * 1e-9;
    double left = share * (campaign->budget_s - spent);
    return campaign->budget_s <= 0 ? 0 : left > least_s ? left : least_s;
}

// What the real experiment is to be: as the pilot showed, or as the file fixes it.
static bool decide(struct campaign *campaign, struct repetitions *repetitions, struct error *error)
{
    const struct spec *spec = campaign->request->spec;
    if (pilot_needed(spec)) {
        if (!dimension_cells(campaign->store, spec, repetitions, error) ||
            !time_limit_apply(campaign->store, spec, time_left(campaign), campaign->request->log,
                              repetitions, error))
            return false;
        announce(campaign, repetitions);
        return true;
    }
    for (size_t cell = 0; cell < spec->cell_count; cell++)
        repetitions[cell] = fixed_repetitions(spec, &spec->cells[cell]);
    return true;
}

static bool measure(struct campaign *campaign, struct error *error)
{
    const struct spec *spec = campaign->request->spec;
    struct repetitions *repetitions =
        arena_new_array(campaign->arena, struct repetitions, spec->cell_count);
    campaign->next_block = arena_new_array(campaign->arena, size_t, spec->cell_count);
    for (size_t cell = 0; cell < spec->cell_count; cell++)
        campaign->next_block[cell] = 1;
    bool decided = false; // in an earlier session
    // Of a pilot that is done it is counted who failed: nothing of it runs again.
    if ((pilot_needed(spec) && !run_pilot(campaign, error)) ||
        !plan_is_stored(campaign->store, spec, PHASE_REAL, &decided, error) ||
        (!decided && (!decide(campaign, repetitions, error) ||
                      !repetitions_are_feasible(spec, repetitions, error))) ||
        !run_phase(campaign, PHASE_REAL, repetitions, error))
        return false;
    if (!workbench_is_whole(&campaign->workbench, error))
        return false;
    if (campaign->failed)
        return failed(error, EXIT_FAILED, "%zu of %zu executions failed for good: see the report",
                      campaign->failed, campaign->failed + campaign->succeeded);
    return store_set(campaign->store, "finished", "yes", error);
}

static bool begin_store(struct campaign *campaign, const char *path,
                        const struct text_list *missing, struct error *error)
{
    const struct campaign_request *request = campaign->request;
    campaign->workbench.store = campaign->store = store_create(path, error);
    if (!campaign->store)
        return false;
    for (size_t i = 0; i < missing->count; i++)
        log_warning(request->log, "%s", missing->items[i]);
    campaign->budget_s = request->budget_s;
    return origin_record(&campaign->workbench, missing, error) &&
           store_set(campaign->store, "budget_s",
                     arena_printf(campaign->arena, "%.17g", request->budget_s), error) &&
           store_spec(campaign->store, request->spec, error);
}

// Samples of another program, or of another machine, would look like samples of this one.
static bool is_the_same(struct campaign *campaign, struct error *error)
{
    struct text_list differences = {0};
    if (!origin_differences(&campaign->workbench, campaign->store, &differences, error))
        return false;
    for (size_t i = 0; i < differences.count; i++)
        log_error(campaign->request->log, "changed since the campaign began: %s",
                  differences.items[i]);
    return !differences.count ||
           failed(error, EXIT_USAGE,
                  "not resumed: its samples would not be of one kind; 'eswexp run' begins anew");
}

static bool continue_store(struct campaign *campaign, const char *path, struct error *error)
{
    campaign->workbench.store = campaign->store = store_reopen(path, error);
    if (!campaign->store || !is_the_same(campaign, error))
        return false;
    const char *budget = store_get(campaign->store, campaign->arena, "budget_s");
    campaign->budget_s = budget ? strtod(budget, NULL) : 0;
    return store_get(campaign->store, campaign->arena, "finished") ||
           store_event(campaign->store, "resumed", "the campaign was gone on with", error);
}

static bool prepare(struct campaign *campaign, struct error *error)
{
    const struct campaign_request *request = campaign->request;
    const char *path = path_join(campaign->arena, request->folder, "campaign.db");
    struct text_list missing = {0};
    campaign->workbench = (struct workbench){.arena = campaign->arena,
                                             .spec = request->spec,
                                             .log = request->log,
                                             .stop = request->stop,
                                             .campaign = request->folder,
                                             .no_wait = request->no_wait};
    campaign->workbench.deadline.at_ns = request->deadline_ns;
    deadline_begin(&campaign->workbench.deadline, campaign->arena, request->spec->cell_count);
    return workbench_open(&campaign->workbench, &missing, error) &&
           (request->resumed ? continue_store(campaign, path, error)
                             : begin_store(campaign, path, &missing, error));
}

struct spec *campaign_spec(struct arena *arena, const char *folder, struct text *report,
                           struct error *error)
{
    STORE_CLEANUP struct store *store = store_open(path_join(arena, folder, "campaign.db"), error);
    if (!store)
        return NULL;
    const char *text = store_get(store, arena, "spec"), *path = store_get(store, arena, "path");
    if (!text || !path) {
        failed(error, EXIT_USAGE,
               "'%s' ended before it had a plan: nothing to go on with, begin anew", folder);
        return NULL;
    }
    if (!folder_exists(path_folder(arena, path))) {
        failed(error, EXIT_USAGE, "the folder of '%s' is gone, and its campaign runs there", path);
        return NULL;
    }
    struct spec_overrides overrides = spec_overrides_of(arena, text);
    return spec_parse(arena, path, text, strlen(text), &overrides, report, error);
}

static bool take_folder(struct arena *arena, const struct campaign_request *request,
                        struct campaign_folder *folder, struct error *error)
{
    return request->resumed ? folder_retake(request->folder, folder, error)
                            : folder_take(arena, request->folder, folder, error);
}

bool campaign_run(struct arena *arena, const struct campaign_request *request, bool *measured,
                  struct error *error)
{
    struct campaign campaign = {.request = request, .arena = arena, .begun_ns = clock_boot_ns()};
    struct campaign_folder folder;
    *measured = false;
    if (!take_folder(arena, request, &folder, error))
        return false;
    log_note(request->log, "seed %" PRIu64 "%s, results in '%s'", request->spec->seed,
             request->spec->seed_given ? "" : " (drawn)", request->folder);
    bool done = prepare(&campaign, error) && measure(&campaign, error) &&
                store_commit(campaign.store, error);
    *measured = campaign.succeeded + campaign.failed > 0;
    if (!done && *measured && error->code == EXIT_INTERRUPTED)
        failed(error, EXIT_INTERRUPTED,
               "interrupted: what was measured is kept, 'eswexp resume %s' goes on",
               request->folder);
    else if (!done && error->code == EXIT_DEADLINE)
        failed(error, EXIT_DEADLINE, "%s: 'eswexp resume %s' goes on", error->text,
               request->folder);
    workbench_close(&campaign.workbench);
    if (campaign.store)
        store_close(campaign.store);
    folder_release(arena, &folder,
                   *measured || request->resumed || (!done && error->code == EXIT_DEADLINE));
    return done;
}
