// Reading an experiment file as the command line asks.
#pragma once

#include "commands/command.h"
#include "spec/spec.h"

// The checked experiment in line->words[0], or NULL after its mistakes were printed on stderr.
NODISCARD struct spec *experiment_load(struct command_line *line, struct error *error);
