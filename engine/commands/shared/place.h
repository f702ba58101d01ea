// Where a command measures: --on and the options of a cluster.
#pragma once

#include "commands/shared/command.h"
#include "executor/cluster.h"

// NULL for this machine. EXIT_USAGE: an unknown place, options without their place, bad numbers.
NODISCARD bool place_read(struct command_line *line, struct cluster **cluster, struct error *error);

extern const struct command_option option_on, option_partition, option_nodes, option_sbatch;
