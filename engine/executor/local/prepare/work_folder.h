// The folder in which a campaign builds and runs.
#pragma once

#include "base/arena.h"
#include "executor/host.h"

// Its path depends on the experiment file alone, so that all its campaigns build at the same path.
struct work_folder {
    const char *path, *lock_path;
    int lock; // -1: not taken
};

// Takes the folder of an experiment file, empty, for one campaign; waits for a campaign that has
// it.
NODISCARD bool work_folder_take(struct work_folder *folder, struct arena *arena,
                                const char *experiment, const struct waiting *waiting,
                                struct error *error);

// Removes the folder and its lock.
void work_folder_release(struct work_folder *folder, const struct log *log);
