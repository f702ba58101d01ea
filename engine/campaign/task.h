// A task: one chunk of a campaign, measured on the node where it runs.
#pragma once

#include "campaign/campaign.h"

struct task_request {
    const char *chunk; // its file
    const char *node;  // name of this machine; NULL: its host name
    const char *job;   // distinguishes attempts at one chunk; NULL: uses the process id
};

// Measures the chunk's blocks with a store on the node's own disk and leaves it beside the chunk as
// ….JOB.NODE.done (store/chunks.h), even if Ctrl-C, a signal or the deadline ended it: complete
// blocks count. Errors are those of a campaign.
NODISCARD bool task_run(struct arena *arena, const struct task_request *request,
                        const struct run_options *run_options, struct text *report,
                        struct error *error);
