// Leaves a build in a folder, to start it without eswexp.
#pragma once

#include "replay/replay.h"

// EXIT_USAGE: the folder has files, or lies in `campaign`.
NODISCARD bool replay_may_keep(struct arena *arena, const char *folder, const char *campaign,
                               struct error *error);

// Makes the folder, which must not exist or be empty: the programs (and the tree that they were
// built in, if they run there), how the linker was told their layouts, the environment of execution
// `number` (0: the first), and start.sh. Nothing is left if it fails.
NODISCARD bool replay_keep(const struct replay *replay, size_t number, const char *folder,
                           struct error *error);
