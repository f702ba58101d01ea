// Whether all planned blocks are complete, and what ended the campaign otherwise.
#include "analysis/estimate/completeness.h"

#include "base/text.h"
#include "store/facts.h"
#include "store/plan/restart.h"

static bool has_fact(struct store *store, const char *key, const char *value)
{
    struct arena scratch = {0};
    const char *stored = store_get(store, &scratch, key);
    bool has = stored && (!value || text_equal(stored, value));
    arena_release(&scratch);
    return has;
}

// Blocks are missing, planned or not: a restarted cell in its pilot has no plan yet.
static bool has_missing(const struct catalogue *catalogue, const struct cell_findings *cells,
                        bool restarted, struct completeness *completeness)
{
    bool unplanned = false, measured = false;
    size_t executions = 0;
    for (size_t i = 0; i < catalogue->cell_count; i++) {
        const struct cell_progress *progress = &cells[i].progress;
        size_t planned = progress->blocks + progress->open_blocks;
        completeness->blocks += progress->blocks;
        completeness->planned += planned;
        unplanned = unplanned || (restarted && !planned);
        measured = measured || cells[i].measured;
        executions += progress->executions;
    }
    bool failed = !measured && executions; // the pilot as a whole: no plan follows
    return completeness->planned ? completeness->blocks < completeness->planned || unplanned
                                 : !failed;
}

bool completeness_load(struct store *store, const struct catalogue *catalogue,
                       const struct cell_findings *cells, struct completeness *completeness,
                       struct error *error)
{
    size_t earlier = 0;
    *completeness = (struct completeness){0};
    if (!store_earlier_blocks(store, &earlier, error))
        return false;
    bool missing = has_missing(catalogue, cells, earlier > 0, completeness);
    // cells of identical code are not measured: nothing is planned of them
    bool whole =
        completeness->blocks == completeness->planned && has_fact(store, FACT_FINISHED, "yes");
    if (missing && !whole && has_fact(store, FACT_SPEC, NULL)) {
        bool at_deadline = has_fact(store, FACT_ENDED_BY, ENDED_BY_DEADLINE);
        completeness->at_deadline = completeness->blocks && at_deadline;
        completeness->unfinished = !completeness->at_deadline;
        completeness->out_of_time =
            completeness->unfinished &&
            (at_deadline || has_fact(store, FACT_ENDED_BY, ENDED_BY_LATER_DEADLINE));
        completeness->failed =
            completeness->unfinished && has_fact(store, FACT_ENDED_BY, ENDED_BY_FAILURE);
    }
    return store_is_read(store, error);
}

const char *completeness_wording(struct arena *arena, const struct completeness *completeness)
{
    if (completeness->at_deadline)
        return arena_printf(arena, "ended by its deadline after %zu of %zu blocks",
                            completeness->blocks, completeness->planned);
    if (!completeness->unfinished)
        return NULL;
    return completeness->planned ? arena_printf(arena, "unfinished: %zu of %zu blocks",
                                                completeness->blocks, completeness->planned)
                                 : "unfinished: the real experiment has not begun";
}

const char *unfinished_wording(struct arena *arena, const struct completeness *completeness)
{
    return arena_printf(arena, "%s; " UNFINISHED_REASON, completeness_wording(arena, completeness));
}
