// Running Slurm's client programs, without a shell.
#pragma once

#include "base/text.h"

// Begins the comment of a job, followed by the offset of its array indices.
#define SLURM_OFFSET "eswexp+"

// The output of a client program.
struct slurm_answer {
    char *text; // stdout and stderr
    bool success;
};

// Runs a program for 90 s at most. False only if it cannot be run.
NODISCARD bool slurm_ask(struct arena *arena, const char *const *arguments,
                         struct slurm_answer *answer, struct error *error);

// Its output on one line, for a message.
const char *slurm_message(struct arena *arena, const struct slurm_answer *answer);

// Whether a failure means that the controller cannot be reached at the moment.
bool slurm_is_away(const struct slurm_answer *answer);
