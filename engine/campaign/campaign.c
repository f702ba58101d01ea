// A campaign: pilot, dimensioning, real experiment.
#include "campaign/campaign.h"

#include "analysis/dimensioning.h"
#include "base/files.h"
#include "base/installation.h"
#include "campaign/folder.h"
#include "campaign/progress.h"
#include "dispatch/workbench.h"
#include "machine/fingerprint.h"
#include "source/revision.h"

#include <math.h>
#include <string.h>

struct campaign {
    const struct campaign_request *request;
    struct arena *arena;
    struct workbench workbench;
    struct store *store;
    struct text_list missing;
    size_t failed;      // executions that failed for good
    size_t *next_block; // by cell: number of the next block
};

static bool record_origin(struct campaign *campaign, struct error *error)
{
    const struct spec *spec = campaign->request->spec;
    struct arena *arena = campaign->arena;
    struct store *store = campaign->store;
    struct machine_facts facts = machine_fingerprint(arena, "");
    for (size_t i = 0; i < facts.count; i++) {
        const struct machine_fact *fact = &facts.items[i];
        const char *value = fact->value ? fact->value
                                        : arena_printf(arena, "not available: %s", fact->why);
        if (!store_set(store, arena_printf(arena, "machine.%s", fact->name), value, error))
            return false;
    }
    for (size_t i = 0; i < campaign->missing.count; i++) {
        log_warning(campaign->request->log, "%s", campaign->missing.items[i]);
        if (!store_event(store, "not randomized", campaign->missing.items[i], error))
            return false;
    }
    return store_set(store, "revision", source_revision(arena, spec->folder), error) &&
           store_set(store, "version", ESWEXP_VERSION, error);
}

static void on_building(void *context, size_t builds)
{
    progress_building(context, builds);
}

static void on_executed(void *context, const struct planned_block *block, size_t variant,
                        const double *values, size_t count)
{
    progress_executed(context, block, variant, values, count);
}

static void on_block_done(void *context, const struct planned_block *block, double seconds)
{
    progress_block_done(context, block, seconds);
}

static bool run_phase(struct campaign *campaign, enum phase phase, struct repetitions *repetitions,
                      struct error *error)
{
    const struct campaign_request *request = campaign->request;
    struct arena memory = {0};
    for (size_t cell = 0; cell < request->spec->cell_count; cell++)
        repetitions[cell].first_block = campaign->next_block[cell];
    struct plan plan = plan_make(&memory, request->spec, phase, repetitions);
    for (size_t cell = 0; cell < request->spec->cell_count; cell++)
        campaign->next_block[cell] += repetitions[cell].builds;
    struct progress *progress = progress_start(&memory, request->log, request->spec, &plan);
    struct workbench_events events = {progress, on_building, on_executed, on_block_done};
    int64_t first_build = 0, first_execution = 0;
    bool ran = store_plan(campaign->store, &plan, &first_build, &first_execution, error) &&
               workbench_run(&campaign->workbench, &plan, first_build, first_execution, &events,
                             error);
    progress_end(progress);
    arena_release(&memory);
    return ran;
}
