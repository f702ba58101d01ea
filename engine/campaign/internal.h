// The state of a campaign while it is open.
#pragma once

#include "campaign/campaign.h"
#include "campaign/phase/progress.h"
#include "campaign/phase/stored_plan.h"

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
