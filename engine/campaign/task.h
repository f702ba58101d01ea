// A task of a cluster: one chunk of a campaign, measured on the node where it runs.
#pragma once

#include "campaign/campaign.h"

// Measures the chunk's blocks with a store on the node's own disk and leaves it beside the chunk as
// ….JOB.NODE.done (store/chunk/chunk.h), even if Ctrl-C, a signal or the deadline ended it: what is
// whole counts. Errors are those of a campaign.
NODISCARD bool task_run(struct arena *arena, const char *chunk,
                        const struct run_options *run_options, struct text *report,
                        struct error *error);
