// The state of a campaign while it is open, and of the queue that runs it.
#pragma once

#include "campaign/campaign.h"
#include "campaign/phase/progress.h"
#include "campaign/phase/stored_plan.h"
#include "campaign/tuned.h"

struct session {
    struct arena *arena;
    struct executor *executor; // NULL until it is open
    size_t *next_block;        // by cell: number of its next block
    size_t *sized_blocks;      // by cell: of the real experiment, before the budget; 0: no pilot
    size_t succeeded, failed;  // executions before the phase
    struct arena phase_memory;
    struct stored_plan stored_plan;
    size_t end; // index behind the blocks of the rounds so far, in the current piece of the plan
    struct executor_events events;
    struct progress *progress;
};

struct queue {
    struct arena *arena;
    const struct run_options *run_options;
    struct campaign *campaigns;
    size_t count;
    struct time_account account;
    struct tuning *tuning;
    bool is_over; // the whole queue, with `error`
    struct error error;
};

// Ends one campaign with an error, or all campaigns (NULL, or an error that concerns all).
void queue_end_with(struct queue *queue, struct campaign *campaign, const struct error *error);

// The error of what the budget ended before anything was measured, with the budget to type; others
// stay. Returns false.
bool campaign_refuse_ended(const struct campaign *campaign, struct error *error);

// Before a message about one of several campaigns: "NAME: ", else "".
const char *campaign_name_before(const struct campaign *campaign, struct arena *arena);
