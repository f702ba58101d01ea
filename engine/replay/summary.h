// The samples of a replay, summarized beside those of the campaign.
#pragma once

#include "replay/replay.h"

struct samples_summary {
    size_t executions, samples;
    double minimum, first_quartile, median, third_quartile, maximum; // of all samples
    double mean;                                                     // of the executions' means
};

// Of one metric. `samples` 0: there are none.
struct replay_summary {
    const char *name, *unit;
    struct samples_summary stored, replayed;
};

// By metric, the first of `measure` first; in the arena. `stored` is of the executions that were
// replayed.
struct replay_summary *replay_summaries(const struct replay *replay,
                                        const struct replayed *replayed, size_t *count);
