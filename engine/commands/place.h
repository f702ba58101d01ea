// Where a command measures: --on and the options of a cluster.
#pragma once

#include "commands/command.h"
#include "executor/executor.h"
#include "store/store.h"

// EXIT_USAGE: an unknown place, options without their place, bad numbers.
NODISCARD bool place_read(struct command_line *line, struct place *place, struct error *error);

// The place of a campaign, from its store.
struct place place_recall(struct arena *arena, struct store *store);

extern const struct command_option option_on, option_partition, option_nodes, option_sbatch;
