// Where a control group can be made that counts the memory of all processes in it.
#pragma once

#include "base/arena.h"

// The folder to make it in, or NULL with `*why`, a clause in plain words. In the hierarchy of
// cgroup version 1 that is our own group; in version 2 a group that hands memory on to those below
// it, which holds no processes: the one around ours. `root` as for machine_root(), not in the
// result.
const char *memory_group_place(struct arena *arena, const char *root, const char **why);
