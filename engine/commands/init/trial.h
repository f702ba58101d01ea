// Building a project in a scratch folder, to see what comes out and what it can be asked to do.
#pragma once

#include "commands/init/project/guess.h"
#include "commands/shared/command.h"
#include "git/revision.h"

// Of what init writes a file. With a commit its files are built, as 'eswexp compare' does it;
// otherwise a copy of the folder, as 'eswexp run' does it.
struct init_project {
    const char *folder, *name; // `name` is the experiment's
    struct repository *repository;
    struct revision revision;
    bool has_commit;
};

// Builds the project by its guesses, runs what may be a benchmark, and returns the guess of which
// one works: its lines, its command. False: for want of a benchmark (EXIT_USAGE; *guess is then how
// the project is built, and `refused` says what was tried), an interrupt, or no scratch folder. The
// project's folder stays untouched.
NODISCARD bool project_try(const struct invocation *invocation, const struct init_project *project,
                           const struct guess *guesses, size_t count, struct guess *guess,
                           struct text_list *refused, struct error *error);
