// Running the file that init is about to write, as it is.
#pragma once

#include "base/text.h"
#include "commands/init/trial.h"
#include "spec/spec.h"

// What `text` is as an experiment: of the commit, where there is one, as 'eswexp compare' reads it.
struct spec *init_spec(struct arena *arena, const struct init_project *project,
                       const struct text *text, struct error *error);

// Builds and executes every benchmark of the text once, as 'eswexp check --trial' does, and keeps
// the builds of a commit for the next comparison.
NODISCARD bool run_as_written(const struct invocation *invocation,
                              const struct init_project *project, const struct text *text,
                              struct error *error);
