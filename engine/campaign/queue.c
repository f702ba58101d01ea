// Running campaigns side by side, block by block.
#include "campaign/queue.h"

#include "base/clock.h"
#include "base/elapsed.h"
#include "base/files/paths.h"
#include "base/stream.h"
#include "campaign/budget.h"
#include "campaign/campaign.h"
#include "campaign/fitness.h"
#include "campaign/internal.h"
#include "campaign/looks.h"
#include "campaign/open.h"
#include "campaign/phase/repetitions.h"
#include "campaign/tuned.h"
#include "executor/cache_limits.h"
#include "executor/idle.h"
#include "model/phase.h"
#include "store/facts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---- Pilots within the budget

static size_t tried_of(struct campaign *campaigns, size_t count, struct tried_campaign *tried)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (campaigns[i].trial && !campaigns[i].is_over)
            tried[found++] = (struct tried_campaign){campaigns[i].request.spec,
                                                     campaigns[i].trial,
                                                     campaigns[i].repetitions,
                                                     campaign_has_pilot(&campaigns[i]),
                                                     false,
                                                     NULL};
    return found;
}

static bool take(struct campaign *campaigns, size_t count, const struct pilot_size *size,
                 double left_s, double raised_s, struct error *error)
{
    bool stored = true;
    for (size_t i = 0; stored && i < count; i++) {
        campaigns[i].budget_left_s = left_s;
        if (!campaigns[i].trial || campaigns[i].is_over)
            continue;
        campaigns[i].pilot = *size;
        stored = raised_s <= 0 || campaign_raise_budget(&campaigns[i], raised_s, error);
    }
    return stored;
}

// Sets the size of every pilot by the costs of the trial, and says how long builds, executions and
// pilots take: a note, or on stdout after an only trial. The account's budget is raised where
// nobody gave it and it holds too few blocks; else that is EXIT_USAGE.
static bool pilots_size(struct arena *arena, const struct run_options *run_options,
                        struct campaign *campaigns, size_t count, struct time_account *account,
                        struct error *error)
{
    struct tried_campaign *tried = arena_new_array(arena, struct tried_campaign, count);
    double before_s = account->budget_s;
    struct pilot_size size = {.blocks = 0};
    const char *wording = NULL;
    size_t found = tried_of(campaigns, count, tried);
    if (found &&
        !trial_size(arena, tried, found, account, run_options->log, &size, &wording, error))
        return false;
    if (found && run_options->prints_size)
        puts(wording);
    else if (found)
        log_note(run_options->log, "%s", wording);
    double raised_s = account->budget_s > before_s ? account->budget_s : 0;
    double left_s =
        account->budget_s > 0 ? fmax(account->budget_s - account_elapsed_s(account), 1) : 0;
    return take(campaigns, count, &size, left_s, raised_s, error);
}

// ---- Repetitions within the time that is left

// The time that the budget leaves for the real experiments, minus a reserve, because costs are
// estimates.
static double time_left(const struct queue *queue)
{
    static const double share = 0.95, least_s = 1;
    double left = share * (queue->account.budget_s - account_elapsed_s(&queue->account));
    left = left > least_s ? left : least_s;
    return queue->account.budget_s <= 0 ? 0 : left * (double)queue->campaigns->request.place.nodes;
}

static void announce(const struct queue *queue, const struct budgeted *share, double expected_s)
{
    log_note(queue->run_options->log, "%sthe real experiment: %zu blocks, %zu executions; %s%s",
             share->name_before, share->expected_blocks, share->expected_executions,
             queue->count > 1 ? "with the others about " : "about ",
             time_wording(queue->arena, expected_s));
}

static bool ends_with_budget(const struct queue *queue, const struct campaign *campaign)
{
    return queue->account.budget_s > 0 && campaign->request.place.driver->measures_here &&
           campaign_can_end_early(campaign);
}

static void set_end(const struct queue *queue, struct campaign *campaign)
{
    const struct time_account *account = &queue->account;
    if (account->budget_s > 0)
        campaign->budget_ns = account->begun_ns + (int64_t)(account->budget_s * 1e9);
}

static bool go_on(const struct queue *queue, struct campaign *campaign, struct error *error)
{
    double share = 0;
    for (size_t i = 0; i < queue->count; i++)
        share += queue->campaigns[i].request.continued && !queue->campaigns[i].is_over;
    set_end(queue, campaign);
    return looks_continue(
        campaign, queue->account.budget_s > 0 ? time_left(queue) / fmax(share, 1) : 0, error);
}

// An equal share of the time that is left; 0: no limit.
static double time_of_cell(const struct queue *queue)
{
    size_t cells = 0;
    for (size_t i = 0; i < queue->count; i++)
        cells += queue->campaigns[i].is_over ? 0 : queue->campaigns[i].request.spec->cell_count;
    return cells ? time_left(queue) / (double)cells : 0;
}

static struct budgeted share_of(const struct campaign *campaign, struct arena *arena)
{
    return (struct budgeted){.store = campaign->store,
                             .spec = campaign->request.spec,
                             .name_before = campaign_name_before(campaign, arena),
                             .repetitions = campaign->repetitions,
                             .already_planned = campaign->already_planned,
                             .pace = &campaign->pace};
}

// Those are planned for the blocks that are expected to fit.
static bool has_looks(const struct queue *queue, const struct campaign *campaign)
{
    return store_get(campaign->store, queue->arena, FACT_UNTIL_DECIDED);
}

// Sizes the real experiments of the campaigns whose pilots are done, within the budget, and plans
// their looks. Campaigns whose real experiment was planned by an earlier session keep that plan.
static void queue_decide(struct queue *queue)
{
    struct budgeted *shares = arena_new_array(queue->arena, struct budgeted, queue->count);
    struct campaign **sized = arena_new_array(queue->arena, struct campaign *, queue->count);
    struct error error = {.code = EXIT_FINE};
    double limit_s = time_of_cell(queue);
    size_t count = 0;
    for (size_t i = 0; i < queue->count && !queue->is_over; i++) {
        struct campaign *campaign = &queue->campaigns[i];
        bool undimensioned = false;
        if (campaign->is_over)
            continue;
        if (!campaign_needs_dimensioning(campaign, &undimensioned, &error) ||
            (undimensioned && !campaign_decide(campaign, limit_s, &error)) ||
            (!undimensioned && campaign->request.continued && !go_on(queue, campaign, &error)))
            queue_end_with(queue, campaign, &error);
        else if (undimensioned)
            sized[count++] = campaign;
        else if (ends_with_budget(queue, campaign))
            set_end(queue, campaign);
    }
    for (size_t i = 0; i < count; i++)
        shares[i] = share_of(sized[i], queue->arena);
    double expected_s;
    bool shared =
        budget_share(shares, count, time_left(queue), queue->run_options->log, &expected_s, &error);
    for (size_t i = 0; i < count; i++) {
        sized[i]->expected_blocks = shares[i].expected_blocks;
        if (ends_with_budget(queue, sized[i]))
            set_end(queue, sized[i]);
        shared = shared &&
                 store_set(sized[i]->store, FACT_BUDGET_BLOCKS,
                           arena_printf(queue->arena, "%zu", sized[i]->expected_blocks), &error);
        if (!shared ||
            !repetitions_are_feasible(sized[i]->request.spec, sized[i]->repetitions, &error)) {
            queue_end_with(queue, sized[i], &error);
            continue;
        }
        if (campaign_has_pilot(sized[i]))
            announce(queue, &shares[i], expected_s);
        if (!looks_begin(sized[i], &error) ||
            !looks_expect(sized[i], account_elapsed_s(&queue->account), expected_s, &error))
            queue_end_with(queue, sized[i], &error);
        else if (ends_with_budget(queue, sized[i]) && !has_looks(queue, sized[i]))
            budget_reserve(&shares[i], sized[i]->session->sized_blocks);
    }
}

// ---- The queue

// Of a budget that is spent.
static const double LEFT_LEAST_S = 1e-3;

void queue_end_with(struct queue *queue, struct campaign *campaign, const struct error *error)
{
    bool all = !campaign || error->code == EXIT_INTERRUPTED || error->code == EXIT_DEADLINE;
    for (size_t i = 0; i < queue->count; i++) {
        struct campaign *one = &queue->campaigns[i];
        if (one->is_over || (!all && one != campaign))
            continue;
        one->error = *error;
        one->is_over = true;
    }
    if (all && !queue->is_over)
        queue->error = *error;
    queue->is_over = queue->is_over || all;
}

// ---- Beginning

static bool take_folders(struct queue *queue, struct error *error)
{
    for (size_t i = 0; i < queue->count; i++) {
        queue->campaigns[i].run_options = queue->run_options;
        queue->campaigns[i].account = &queue->account;
        if (campaign_take(queue->arena, &queue->campaigns[i], error))
            continue;
        while (i > 0)
            campaign_close(queue->arena, &queue->campaigns[--i], false);
        return false;
    }
    for (size_t i = 0; i < queue->count && !queue->run_options->only_trial; i++) {
        const struct campaign_request *request = &queue->campaigns[i].request;
        log_note(queue->run_options->log, "%sseed %" PRIu64 "%s, results in '%s'",
                 campaign_name_before(&queue->campaigns[i], queue->arena), request->spec->seed,
                 request->spec->seed_given ? "" : " (drawn)", request->folder);
    }
    return true;
}

static bool measures_here(const struct queue *queue)
{
    for (size_t i = 0; i < queue->count; i++)
        if (queue->campaigns[i].request.place.driver->measures_here)
            return true;
    return false;
}

// Checks before anything is built, because a build is a load. Other machines are checked where they
// measure.
static void judge_all(struct queue *queue)
{
    struct fitness_check check = {
        .arena = queue->arena, .log = queue->run_options->log, .stop = queue->run_options->stop};
    for (size_t i = 0; i < queue->count && !queue->is_over; i++) {
        struct error error = {.code = EXIT_FINE};
        struct campaign *campaign = &queue->campaigns[i];
        const struct spec *spec = campaign->request.spec;
        if (campaign->request.place.driver->measures_here &&
            !fitness_demand(&check, spec->requirements, spec->requirement_count, &error))
            queue_end_with(queue, campaign, &error);
    }
}

static void open_all(struct queue *queue)
{
    for (size_t i = 0; i < queue->count && !queue->is_over; i++) {
        struct error error = {.code = EXIT_FINE};
        struct campaign *campaign = &queue->campaigns[i];
        if (!campaign->is_over && !campaign_open(queue->arena, campaign, &error))
            queue_end_with(queue, campaign, &error);
    }
}

static void tune_for_all(struct queue *queue)
{
    struct error error = {.code = EXIT_FINE};
    if (!queue->is_over &&
        !tuned_for(queue->run_options, queue->campaigns, queue->count, queue->tuning, &error))
        queue_end_with(queue, NULL, &error);
}

// ---- The trial

static void try_all(struct queue *queue)
{
    static const double share = 0.25;
    struct error error = {.code = EXIT_FINE};
    for (size_t i = 0; i < queue->count && !queue->is_over; i++) {
        struct campaign *campaign = &queue->campaigns[i];
        if (!campaign->is_over && !campaign_try(campaign, share * queue->account.budget_s, &error))
            queue_end_with(queue, campaign, &error);
    }
    if (!queue->is_over && !pilots_size(queue->arena, queue->run_options, queue->campaigns,
                                        queue->count, &queue->account, &error))
        queue_end_with(queue, NULL, &error);
}

// ---- Phases

// The campaigns in the order of a round.
static void draw_order(const struct queue *queue, size_t round, size_t *order)
{
    uint64_t seed = seed_from(0, "order of campaigns");
    for (size_t i = 0; i < queue->count; i++) {
        seed = seed_from_number(seed, queue->campaigns[i].request.spec->seed);
        order[i] = i;
    }
    struct stream stream = stream_from(seed_from_number(seed, round));
    stream_shuffle(&stream, order, queue->count, sizeof *order);
}

// A campaign that has all its blocks, or is decided, finishes at once: a later error of the others
// does not concern it.
static bool finish(struct campaign *campaign, bool *done, struct error *error)
{
    bool more = false;
    campaign_end(campaign);
    if (!looks_look(campaign, &more, error) || (more && !campaign_begin_again(campaign, error)))
        return false;
    *done = !more;
    if (*done)
        (void)!campaign_finish(campaign, &campaign->error);
    campaign->is_over = *done;
    return true;
}

// A campaign whose budget is over keeps the blocks that it has, if these are enough.
static bool end_with_budget(const struct queue *queue, struct campaign *campaign, enum phase phase,
                            bool *done, struct error *error)
{
    bool least = false;
    const char *stored = store_get(campaign->store, queue->arena, FACT_BUDGET);
    double budget_s = stored ? strtod(stored, NULL) : queue->account.budget_s;
    if (phase == PHASE_REAL && campaign_can_end_early(campaign) &&
        !budget_has_least(campaign->store, campaign->request.spec->cell_count, &least, error))
        return false;
    *done = least;
    if (least)
        return budget_end(campaign->store, budget_s, campaign->expected_blocks,
                          queue->run_options->log, campaign_name_before(campaign, queue->arena),
                          error);
    return failed(error, EXIT_DEADLINE, "the budget of %s ended %s",
                  time_wording(queue->arena, budget_s),
                  phase == PHASE_PILOT               ? "in the pilot"
                  : campaign_can_end_early(campaign) ? "before the least of the real experiment"
                                                     : "before its fixed number of blocks");
}

static bool advance(const struct queue *queue, struct campaign *campaign, enum phase phase,
                    size_t round, bool *done, struct error *error)
{
    if (campaign_advance(campaign, round, done, error))
        return true;
    return error->code == EXIT_DEADLINE && campaign_is_out_of_budget(campaign) &&
           end_with_budget(queue, campaign, phase, done, error);
}

static void run_rounds(struct queue *queue, enum phase phase, bool *busy)
{
    size_t *order = arena_new_array(queue->arena, size_t, queue->count);
    bool more = true;
    for (size_t round = 0; more && !queue->is_over; round++) {
        more = false;
        draw_order(queue, round, order);
        for (size_t i = 0; i < queue->count && !queue->is_over; i++) {
            struct campaign *campaign = &queue->campaigns[order[i]];
            struct error error = {.code = EXIT_FINE};
            bool done = false;
            if (campaign->is_over || !busy[order[i]])
                continue;
            if (!advance(queue, campaign, phase, queue->count > 1 ? round : SIZE_MAX, &done,
                         &error) ||
                (done && phase == PHASE_REAL && !finish(campaign, &done, &error)))
                queue_end_with(queue, campaign, &error);
            busy[order[i]] = !done;
            more = more || !done;
        }
    }
}

static void run_phase(struct queue *queue, enum phase phase)
{
    bool *busy = arena_new_array(queue->arena, bool, queue->count);
    for (size_t i = 0; i < queue->count; i++) {
        struct campaign *campaign = &queue->campaigns[i];
        struct error error = {.code = EXIT_FINE};
        busy[i] = !campaign->is_over && (phase == PHASE_REAL || campaign_has_pilot(campaign));
        if (busy[i] && !campaign_begin(campaign, phase, &error))
            queue_end_with(queue, campaign, &error);
    }
    run_rounds(queue, phase, busy);
    for (size_t i = 0; i < queue->count; i++)
        campaign_end(&queue->campaigns[i]);
}

// ---- All steps

static void measure_all(struct queue *queue)
{
    if (queue->run_options->only_trial)
        return;
    run_phase(queue, PHASE_PILOT);
    queue_decide(queue);
    run_phase(queue, PHASE_REAL);
    for (size_t i = 0; i < queue->count; i++)
        campaign_profile(&queue->campaigns[i]);
}

// ---- The end

// Keeps all campaigns of a queue that ended early, measured or not, so that they are resumed
// together.
static void close_all(struct queue *queue)
{
    const char *folders = "";
    size_t measured = 0;
    for (size_t i = 0; i < queue->count; i++)
        measured += queue->campaigns[i].succeeded + queue->campaigns[i].failed +
                    queue->campaigns[i].handed_out;
    const char *more = "";
    bool kept = queue->error.code == EXIT_DEADLINE || (queue->is_over && measured),
         of_machine = queue->error.of_machine;
    for (size_t i = queue->count; i-- > 0;) { // the last first, as the folders they made are nested
        struct campaign *campaign = &queue->campaigns[i];
        bool open = (campaign->request.resumed || campaign->store) &&
                    campaign->error.code == queue->error.code;
        if (open && (campaign_is_out_of_budget(campaign) || account_is_over(&queue->account)))
            more = arena_printf(queue->arena, " --budget %.0fmin",
                                fmax(ceil(queue->account.budget_s / 60), 1));
        if (open)
            folders = arena_printf(queue->arena, " %s%s", campaign->request.folder, folders);
        campaign_close(queue->arena, campaign, kept && open);
    }
    if (kept && *folders)
        failed(&queue->error, queue->error.code, "%s: %s'eswexp resume%s%s' continues",
               queue->error.text,
               queue->error.code == EXIT_INTERRUPTED ? "all measurements are kept, " : "", more,
               folders);
    queue->error.of_machine = of_machine;
}

// The error of the queue is the error that ended it, else the first error of a campaign.
static bool conclude(struct queue *queue, struct error *error)
{
    *error = queue->error;
    for (size_t i = 0; i < queue->count && error->code == EXIT_FINE; i++) {
        *error = queue->campaigns[i].error;
        if (error->code != EXIT_FINE && queue->count > 1)
            failed_within(error, "%s", queue->campaigns[i].request.spec->name);
    }
    for (size_t i = 0; i < queue->count; i++)
        if (queue->is_over && queue->campaigns[i].error.code == error->code)
            queue->campaigns[i].error = *error;
    return error->code == EXIT_FINE;
}

// ---- What is left of a budget

// Of a campaign that is resumed; 0: it has none. *given: it ends what is measured. EXIT_USAGE: it
// is spent, and the campaign is not whole.
static bool budget_left(struct queue *queue, const struct campaign_request *request, double *left_s,
                        bool *given, struct error *error)
{
    struct arena *arena = queue->arena;
    STORE_CLEANUP struct store *store =
        store_open(path_join(arena, request->folder, "campaign.db"), error);
    if (!store)
        return false;
    const char *budget = store_get(store, arena, FACT_BUDGET),
               *spent = store_get(store, arena, FACT_SPENT);
    double budget_s = budget ? strtod(budget, NULL) : 0;
    bool least = false, whole = store_get(store, arena, FACT_FINISHED);
    *left_s = budget_s > 0 ? fmax(budget_s - (spent ? strtod(spent, NULL) : 0), LEFT_LEAST_S) : 0;
    *given = !whole && store_get(store, arena, FACT_BUDGET_GIVEN);
    if (budget_s <= 0 || *left_s > LEFT_LEAST_S || !*given)
        return true;
    *given = false; // what is there is judged
    return budget_has_least(store, request->spec->cell_count, &least, error) &&
           (least ||
            failed(error, EXIT_USAGE,
                   "the budget of %s is spent: 'eswexp resume --budget %.0fmin %s' "
                   "continues",
                   time_wording(arena, budget_s), fmax(ceil(budget_s / 60), 1), request->folder));
}

// Campaigns of one queue have shared one budget; others get the largest rest.
static bool recall_budget(struct queue *queue, struct error *error)
{
    bool recalled = true;
    for (size_t i = 0; recalled && i < queue->count && queue->run_options->budget_s <= 0; i++) {
        const struct campaign_request *request = &queue->campaigns[i].request;
        double left_s = 0;
        bool given = false;
        if (!request->resumed || request->continued)
            continue;
        recalled = budget_left(queue, request, &left_s, &given, error);
        queue->account.budget_s = fmax(queue->account.budget_s, left_s);
        queue->account.ends_trial = queue->account.ends_trial || given;
        queue->account.ends_measuring = queue->account.ends_measuring || given;
    }
    return recalled;
}

static struct time_account account_of(const struct run_options *run_options)
{
    return (struct time_account){.begun_ns = clock_boot_ns(),
                                 .budget_s = run_options->budget_s,
                                 .ends_trial = run_options->budget_ends_trial,
                                 .ends_measuring = run_options->budget_given,
                                 .deadline_ns = run_options->deadline_ns};
}

bool queue_run(struct arena *arena, const struct run_options *run_options,
               struct campaign *campaigns, size_t count, struct error *error)
{
    struct tuning tuning = tuning_of(arena, run_options->log);
    struct queue queue = {.arena = arena,
                          .run_options = run_options,
                          .campaigns = campaigns,
                          .count = count,
                          .account = account_of(run_options),
                          .tuning = &tuning};
    struct waiting waiting = {.log = run_options->log,
                              .stop = run_options->stop,
                              .deadline_ns = run_options->deadline_ns,
                              .refused = run_options->no_wait,
                              .account = &queue.account};
    int host = -1;
    if (!recall_budget(&queue, error) || !take_folders(&queue, error))
        return false;
    struct idleness idleness = idle_default();
    if (!measures_here(&queue) ||
        (host_take(&waiting, run_options->lock, campaigns->request.folder, &host, error) &&
         cache_sweep(run_options->log, error) &&
         (!run_options->wait_idle || idle_await(&waiting, &idleness, error)) &&
         tuned_begin(run_options, host, &tuning, error))) {
        queue.account.begun_ns = clock_boot_ns();
        judge_all(&queue);
        open_all(&queue);
        tune_for_all(&queue);
        try_all(&queue);
        measure_all(&queue);
    } else {
        queue_end_with(&queue, NULL, error);
    }
    close_all(&queue);
    tune_end(&tuning);
    host_release(host);
    return conclude(&queue, error);
}
