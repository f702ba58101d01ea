// Where a command measures: --on and the options of a cluster.
#pragma once

#include "commands/shared/command.h"
#include "executor/executor.h"
#include "store/store.h"

// *cluster is NULL for this machine. EXIT_USAGE: a cluster's options without --on, bad numbers.
NODISCARD bool place_read(const struct invocation *invocation, const struct place_options *options,
                          const struct measuring_options *measuring, struct place *place,
                          struct error *error);

// The place of a campaign, from its store.
struct place place_recall(struct arena *arena, struct store *store);
