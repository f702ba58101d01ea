// Deciding how often a queue's real experiments repeat, from their pilots and the time that is
// left.
#include "campaign/decide.h"

#include "base/elapsed.h"
#include "campaign/budget.h"
#include "campaign/internal.h"
#include "campaign/looks.h"
#include "campaign/phase/repetitions.h"
#include "store/facts.h"

#include <math.h>

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

void queue_decide(struct queue *queue)
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
