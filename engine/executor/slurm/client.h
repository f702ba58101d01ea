// Running Slurm's own programs, without a shell.
#pragma once

#include "base/text.h"

// Stands in the comment of a job, before what is to be added to its indices.
#define SLURM_OFFSET "eswexp+"

// What one of them said.
struct slurm_answer {
    char *text; // all that it printed
    bool success;
};

// Runs one to its end, 90 s at most. False only where that cannot be done at all.
NODISCARD bool slurm_ask(struct arena *arena, const char *const *words, struct slurm_answer *answer,
                         struct error *error);

// An answer on one line, for a message.
const char *slurm_message(struct arena *arena, const struct slurm_answer *answer);

// Whether a failure says that the controller cannot be reached now.
bool slurm_is_away(const struct slurm_answer *answer);
