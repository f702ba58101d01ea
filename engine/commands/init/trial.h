// Building a project in a scratch folder, to see what comes out and what it can be asked to do.
#pragma once

#include "commands/init/project/guess.h"
#include "commands/shared/command.h"

// Builds the project in `folder` as a campaign would by the first guess with which that succeeds,
// prints the programs on stderr, and returns this guess with what came out: the program, the lines
// that build it, its arguments. `name` is the experiment's. If nothing can be built, warns and
// returns the first guess. False only for an interrupt or without a scratch folder. The project's
// folder stays untouched.
NODISCARD bool project_try(const struct invocation *invocation, const char *folder,
                           const char *name, const struct guess *guesses, size_t count,
                           struct guess *guess, struct error *error);
