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

// Executes the command once, traced and not measured, and adds what it ran. Priority and memory
// policy, which are chosen later, are the default ones. A failure of the command is in
// trial->failed. False: a failure of the launcher, or EXIT_INTERRUPTED.
NODISCARD bool trial_execution_run(const struct trial_site *site,
                                   const struct prepared_variant *prepared,
                                   struct trial_execution *trial, struct error *error);
