// Opening a campaign.
#include "campaign/open.h"

#include "base/clock.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "campaign/compare/functions.h"
#include "campaign/compare/identical.h"
#include "campaign/internal.h"
#include "campaign/origin/provenance.h"
#include "executor/gaps.h"
#include "spec/keys/experiment.h"
#include "spec/overrides.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/plan/experiment.h"
#include "store/plan/restart.h"
#include "store/transactions.h"

#include <stdlib.h>
#include <string.h>

// ---- Restarting cells

enum { NAMED_MOST = 5 };

// The first few items, and the number of the others.
static const char *named(struct arena *arena, const struct text_list *list, const char *between)
{
    const char *all = "";
    for (size_t i = 0; i < list->count && i < NAMED_MOST; i++)
        all = arena_printf(arena, "%s%s%s", all, i ? between : "", list->items[i]);
    return list->count <= NAMED_MOST
               ? all
               : arena_printf(arena, "%s and %zu more", all, list->count - NAMED_MOST);
}

static const char *cells_wording(struct arena *arena, const struct spec *spec,
                                 const struct changes *changes)
{
    struct text_list names = {0};
    if (changes->affected == spec->cell_count && spec->cell_count > 1)
        return arena_printf(arena, "all %zu cells", spec->cell_count);
    for (size_t i = 0; i < spec->cell_count; i++) {
        const char *name = spec->cells[i].benchmark;
        for (size_t axis = 0; axis < spec->axis_count; axis++)
            name = arena_printf(arena, "%s %s=%s", name, spec->axes[axis].name,
                                spec->cells[i].point[axis]);
        if (changes->cells[i])
            text_list_add(&names, arena, name);
    }
    return named(arena, &names, ", ");
}

// "KIND, KEY: 'one' and 'another'" as "KIND KEY".
static const char *reasons_wording(struct arena *arena, const struct changes *changes)
{
    struct text_list reasons = {0};
    for (size_t i = 0; i < changes->texts.count; i++) {
        const char *text = changes->texts.items[i], *key = strstr(text, ", ") + 2;
        const char *end = strstr(key, ": '");
        text_list_printf(&reasons, arena, "%.*s %.*s", (int)(key - text) - 2, text,
                         (int)(end - key), key);
    }
    return named(arena, &reasons, "; ");
}

static const char *wording(struct arena *arena, const struct spec *spec,
                           const struct changes *changes)
{
    char now[32];
    clock_utc(now);
    return arena_printf(arena, "restarted at %.19sZ: %s (changed: %s)", now,
                        cells_wording(arena, spec, changes), reasons_wording(arena, changes));
}

static bool record_once(struct store *store, const char *kind, const struct text_list *texts,
                        struct error *error)
{
    for (size_t i = 0; i < texts->count; i++)
        if (!store_event_once(store, kind, texts->items[i], error))
            return false;
    return true;
}

static bool leaves_out(const struct executor *executor, struct store *store, bool *leaves_out,
                       struct error *error)
{
    struct stored_fact *facts;
    size_t count = 0;
    bool done = store_facts(store, executor->arena, FACTS_IDENTICAL, &facts, &count, error);
    *leaves_out = count > 0;
    return done;
}

// Stores the changes, with an event that names the time, the reasons and the cells. Earlier samples
// of these cells stay in the store, separate from the new ones.
static bool restart_begin(const struct executor *executor, struct store *store,
                          const struct changes *changes, struct error *error)
{
    const struct spec *spec = executor->spec;
    bool left_out = false;
    struct restart restart = {.cells = changes->cells,
                              .cell_count = spec->cell_count,
                              .facts = changes->facts,
                              .fact_count = changes->fact_count,
                              .text = wording(executor->arena, spec, changes)};
    if (!record_once(store, "reused", &executor->reused, error) ||
        !record_once(store, "ready commands", &executor->ready_commands, error) ||
        !record_once(store, EVENT_RELINKED, &executor->relinked, error) ||
        !record_once(store, "ignored", &executor->gaps.ignored, error) ||
        !record_once(store, "identical", &executor->gaps.identical, error) ||
        !record_once(store, EVENT_LAYOUT, &executor->gaps.not_randomized, error) ||
        !record_once(store, EVENT_WHOLE_OBJECTS, &executor->gaps.whole_objects, error) ||
        !record_once(store, "given up", &executor->gaps.given_up, error) ||
        !record_once(store, "not measured", &executor->gaps.unmeasured, error) ||
        !leaves_out(executor, store, &left_out, error) || !store_restart(store, &restart, error))
        return false;
    log_note(executor->log, "%s", restart.text);
    return (!left_out || identical_restart(executor, store, changes->cells, error)) &&
           functions_restart(executor, store, error);
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
        if (store_is_read(store, error))
            failed(error, EXIT_USAGE,
                   "'%s' ended before it had a plan: there is nothing to resume, run it again",
                   path_folder(arena, path));
        return NULL;
    }
    file = path_join(arena, path_folder(arena, path), file); // in a bundle it is relative
    if (!folder_exists(path_folder(arena, file))) {
        failed(error, EXIT_USAGE, "the folder of '%s' is gone, but its campaign needs it", file);
        return NULL;
    }
    struct spec_overrides overrides = spec_overrides_of(arena, text);
    struct spec *spec = spec_parse(arena, file, text, strlen(text), &overrides, report, error);
    if (spec && !store_get(store, arena, FACT_PRECISION_OF)) // as the version that began it aimed
        spec->repeat.precision_of = PRECISION_OF_MEAN;
    return spec;
}

bool campaign_take(struct arena *arena, struct campaign *campaign, struct error *error)
{
    struct campaign_request *request = &campaign->request;
    struct campaign_folder *locked = &campaign->locked_folder;
    if (request->resumed || !request->numbered)
        return request->resumed ? folder_retake(request->folder, locked, error)
                                : folder_take(arena, request->folder, locked, error);
    bool taken = folder_take_free(arena, request->folder, locked, error);
    request->folder = locked->path;
    return taken;
}

static void warn_of_gaps(const struct executor *executor, const struct text_list *lines)
{
    const struct text_list joined = gaps_joined(executor->arena, executor->spec, lines);
    for (size_t i = 0; i < joined.count; i++)
        log_warning(executor->log, "%s", joined.items[i]);
}

static bool store_request_facts(const struct campaign_request *request, struct store *store,
                                struct error *error)
{
    for (size_t i = 0; i < request->fact_count; i++)
        if (!store_set(store, request->facts[i].key, request->facts[i].value, error))
            return false;
    return true;
}

// In all sessions; what is left bounds a campaign that is resumed.
static bool set_budget(struct campaign *campaign, struct error *error)
{
    const struct run_options *run_options = campaign->run_options;
    struct arena *arena = campaign->session->arena;
    double budget_s = run_options->budget_s > 0 ? campaign->spent_s + run_options->budget_s : 0;
    return store_set(campaign->store, FACT_BUDGET, arena_printf(arena, "%.17g", budget_s), error) &&
           (!run_options->budget_given ||
            store_set(campaign->store, FACT_BUDGET_GIVEN, "yes", error));
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
        warn_of_gaps(executor, &executor->gaps.identical);
    warn_of_gaps(executor, &executor->gaps.ignored);
    warn_of_gaps(executor, &executor->gaps.not_randomized);
    warn_of_gaps(executor, &executor->gaps.whole_objects);
    warn_of_gaps(executor, &executor->gaps.unmeasured);
    warn_of_gaps(executor, &executor->gaps.as_built);
    warn_of_gaps(executor, &executor->gaps.functions);
    functions_tell(executor);
    return identical_record(executor, campaign->request.identical, store, error) &&
           functions_record(executor, store, error) && provenance_record(executor, store, error) &&
           (!driver->record_files || driver->record_files(executor, store, NULL, error)) &&
           set_budget(campaign, error) && store_request_facts(&campaign->request, store, error) &&
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
    if (changes.texts.count && request->restart &&
        store_get(campaign->store, campaign->session->arena, FACT_COMPARE_THRESHOLD) &&
        store_get(campaign->store, campaign->session->arena, FACT_LOOKS))
        return failed(error, EXIT_USAGE,
                      "looks at the earlier samples have spent part of the error probability: "
                      "'eswexp compare' begins a new comparison");
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
    const char *spent = store_get(campaign->store, arena, FACT_SPENT),
               *blocks = store_get(campaign->store, arena, FACT_BUDGET_BLOCKS);
    campaign->spent_s = spent && !campaign->request.continued ? strtod(spent, NULL) : 0;
    campaign->expected_blocks = blocks ? strtoull(blocks, NULL, 10) : 0;
    return store_is_read(campaign->store, error) &&
           (campaign->run_options->budget_s <= 0 || campaign->request.continued ||
            set_budget(campaign, error)) &&
           (!store_get(campaign->store, arena, FACT_ENDED_BY) ||
            store_set(campaign->store, FACT_ENDED_BY, ENDED_BY_RESUMED, error)) &&
           store_event(campaign->store, "resumed", "the campaign was resumed", error);
}

static struct session *session_of(struct arena *arena, size_t cells)
{
    struct session *session = arena_new(arena, struct session);
    *session = (struct session){.arena = arena,
                                .next_block = arena_new_array(arena, size_t, cells),
                                .sized_blocks = arena_new_array(arena, size_t, cells)};
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

// Where other machines measure, a budget that ends what is measured is a deadline.
static int64_t deadline_of(const struct campaign *campaign)
{
    int64_t deadline_ns = campaign->run_options->deadline_ns;
    const struct time_account *account = campaign->account;
    int64_t end_ns = account->begun_ns + (int64_t)(account->budget_s * 1e9);
    if (campaign->request.place.driver->measures_here || !account->ends_measuring ||
        account->budget_s <= 0 || (deadline_ns && deadline_ns < end_ns))
        return deadline_ns;
    return end_ns;
}

bool campaign_open(struct arena *arena, struct campaign *campaign, struct error *error)
{
    const struct campaign_request *request = &campaign->request;
    const struct run_options *run_options = campaign->run_options;
    const char *path = path_join(arena, request->folder, "campaign.db");
    size_t cells = request->spec->cell_count;
    const struct executor_driver *driver = request->place.driver;
    const struct executor_request executor_request = {
        .arena = arena,
        .spec = request->spec,
        .log = run_options->log,
        .stop = run_options->stop,
        .deadline_ns = deadline_of(campaign),
        .account = campaign->account,
        .no_wait = run_options->no_wait,
        .whole = run_options->whole,
        .keeps_builds = run_options->keeps_builds,
        .fresh_builds = run_options->fresh_builds,
        .compares_functions = request->compares_functions || request->restart,
        .folder = request->folder};
    struct session *session = campaign->session = session_of(arena, cells);
    campaign->repetitions = arena_new_array(arena, struct repetitions, cells);
    campaign->already_planned = arena_new_array(arena, bool, cells);
    campaign->left_out = arena_new_array(arena, bool, cells);
    session->executor = driver->open(&request->place, &executor_request, error);
    if (!session->executor)
        return campaign_refuse_ended(campaign, error);
    return (request->resumed ? continue_store(campaign, path, error)
                             : begin_store(campaign, path, error)) &&
           settle(campaign, error);
}
