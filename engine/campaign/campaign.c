// A campaign: pilot, dimensioning, real experiment.
#include "campaign/campaign.h"

#include "analysis/dimensioning.h"
#include "base/files.h"
#include "campaign/folder.h"
#include "campaign/origin.h"
#include "campaign/outlook.h"
#include "campaign/progress.h"
#include "campaign/time_limit.h"
#include "dispatch/workbench.h"

#include <inttypes.h>

// One campaign under way.
struct campaign {
    const struct campaign_request *request;
    struct arena *arena;
    struct workbench workbench;
    struct store *store;
    struct progress *progress; // of the phase at hand
    size_t *next_block;        // by cell: number of its next block
    size_t succeeded, failed;  // executions
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
    const struct spec *spec = campaign->request->spec;
    struct arena memory = {0};
    for (size_t cell = 0; cell < spec->cell_count; cell++) {
        repetitions[cell].first_block = campaign->next_block[cell];
        campaign->next_block[cell] += repetitions[cell].blocks;
    }
    struct plan plan = plan_make(&memory, spec, phase, repetitions);
    campaign->progress = progress_start(&memory, campaign->request->log, spec, &plan);
    struct workbench_events events = {campaign, on_building, on_executed, on_block_done};
    struct stored_ids ids = {0};
    bool ran = store_plan(campaign->store, &plan, &ids.first_build, &ids.first_execution, error) &&
               workbench_run(&campaign->workbench, &plan, &ids, &events, error);
    progress_end(campaign->progress);
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

// What the real experiment is to be: as the pilot shows, or as the file fixes it.
static bool decide(struct campaign *campaign, struct repetitions *repetitions, struct error *error)
{
    const struct spec *spec = campaign->request->spec;
    if (pilot_needed(spec)) {
        if (!run_pilot(campaign, error) ||
            !dimension_cells(campaign->store, spec, repetitions, error) ||
            !time_limit_apply(campaign->store, spec, campaign->request->limit_s,
                              campaign->request->log, repetitions, error))
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
    if (!decide(campaign, repetitions, error) ||
        !repetitions_are_feasible(spec, repetitions, error) ||
        !run_phase(campaign, PHASE_REAL, repetitions, error))
        return false;
    if (!workbench_is_whole(&campaign->workbench, error))
        return false;
    if (campaign->failed)
        return failed(error, EXIT_FAILED, "%zu of %zu executions failed for good: see the report",
                      campaign->failed, campaign->failed + campaign->succeeded);
    return store_set(campaign->store, "finished", "yes", error);
}

static bool prepare(struct campaign *campaign, struct error *error)
{
    const struct campaign_request *request = campaign->request;
    const char *path = path_join(campaign->arena, request->folder, "campaign.db");
    struct text_list missing = {0};
    campaign->workbench = (struct workbench){.arena = campaign->arena,
                                             .spec = request->spec,
                                             .log = request->log,
                                             .stop = request->stop};
    if (!workbench_open(&campaign->workbench, &missing, error) ||
        !(campaign->store = store_create(path, error)))
        return false;
    campaign->workbench.store = campaign->store;
    for (size_t i = 0; i < missing.count; i++)
        log_warning(request->log, "%s", missing.items[i]);
    return origin_record(&campaign->workbench, &missing, error) &&
           store_spec(campaign->store, request->spec, error);
}

bool campaign_run(struct arena *arena, const struct campaign_request *request, bool *measured,
                  struct error *error)
{
    struct campaign campaign = {.request = request, .arena = arena};
    struct campaign_folder folder;
    *measured = false;
    if (!folder_take(arena, request->folder, &folder, error))
        return false;
    log_note(request->log, "seed %" PRIu64 "%s, results in '%s'", request->spec->seed,
             request->spec->seed_given ? "" : " (drawn)", request->folder);
    bool done = prepare(&campaign, error) && measure(&campaign, error) &&
                store_commit(campaign.store, error);
    *measured = campaign.succeeded + campaign.failed > 0;
    if (!done && *measured && error->code == EXIT_INTERRUPTED)
        failed(error, EXIT_INTERRUPTED, "interrupted: what was measured is in '%s'",
               request->folder);
    workbench_close(&campaign.workbench);
    if (campaign.store)
        store_close(campaign.store);
    folder_release(arena, &folder, *measured);
    return done;
}
