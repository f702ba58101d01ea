// Reading an experiment file as the command line asks.
#pragma once

#include "commands/shared/command.h"
#include "spec/spec.h"

// An experiment as it was read (NULL: it has mistakes): prints its mistakes or its warnings, and
// gives it back if it can be run.
NODISCARD struct spec *experiment_accept(const struct invocation *invocation, struct spec *spec,
                                         const struct text *mistakes, struct error *error);

// The checked experiment that SPEC of the command line names, a file or an installed one as @NAME;
// or NULL after its mistakes were printed on stderr.
NODISCARD struct spec *experiment_load(const struct invocation *invocation,
                                       const struct experiment_options *options, const char *word,
                                       struct error *error);
