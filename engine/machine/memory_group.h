// Where to create a control group that counts the memory of all its processes.
#pragma once

#include "base/arena.h"

// Returns the folder for the new group, or NULL with `*why`, a clause for people. In cgroup version
// 1 it is our own group. In version 2 a group that passes the memory controller on may hold no
// processes: it is the parent of ours. `root` as in machine_root(); the result does not contain it.
const char *memory_group_place(struct arena *arena, const char *root, const char **why);
