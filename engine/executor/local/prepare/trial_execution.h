// A trial execution of a benchmark's command: which programs of the build does it run?
#pragma once

#include "build/choice.h"
#include "executor/executor.h"
#include "executor/local/prepare/prepare.h"

struct trial_site {
    const struct executor *executor;
    const struct work_folder *folder;
    struct launcher *launcher;
};

// Unless the command of this variant names the program of its build: executes the commands of all
// variants that have that program once each, traced and not measured, and chooses the programs to
// relink by what ran. Priority and memory policy, which are chosen later, are the default ones.
// False: nothing of the build ran, a failure of the launcher, or EXIT_INTERRUPTED.
NODISCARD bool trial_executions_run(const struct trial_site *site,
                                    const struct prepared_variants *variants, size_t index,
                                    struct error *error);

// Executes the command of a variant once, and returns the first of these files of its tree that it
// opens, or that only one of both trees has, in a folder that it lists; NULL: none; "": not known.
const char *trial_execution_opens(const struct trial_site *site,
                                  const struct prepared_variant *prepared,
                                  const struct prepared_variant *other,
                                  const struct text_list *paths);
