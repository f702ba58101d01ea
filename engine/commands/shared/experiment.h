// Reading an experiment file with the options of the command line.
#pragma once

#include "commands/shared/command.h"
#include "spec/overrides.h"

// Prints the mistakes, or the warnings of `spec` (NULL: it has mistakes). Returns `spec` if it can
// run, else NULL.
NODISCARD struct spec *experiment_accept(const struct invocation *invocation, struct spec *spec,
                                         const struct text *mistakes, struct error *error);

struct spec_overrides experiment_overrides(const struct experiment_options *options);

// Reads the experiment that `word` names: a file, or @NAME, an installed one. Prints its mistakes
// and warnings on stderr; NULL if it cannot run.
NODISCARD struct spec *experiment_load(const struct invocation *invocation,
                                       const struct experiment_options *options, const char *word,
                                       struct error *error);
