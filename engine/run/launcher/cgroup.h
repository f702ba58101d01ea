// A control group that counts the memory of one child and its descendants, for the launcher.
#pragma once

#include "model/figures.h"

#include <limits.h>

struct cgroup {
    char folder[PATH_MAX]; // "": there is none
    bool joined;           // the child is in it
    int procs;             // cgroup.procs: writing "0" moves the writer into the group; or -1
};

// Makes a group for the next child. If that fails, its figures stay unknown.
void cgroup_make(struct cgroup *cgroup);

// The first reads figures while the child is stopped at its exit, the second when all processes
// have ended.
void cgroup_read_end(const struct cgroup *cgroup, struct figures *figures);
void cgroup_read(const struct cgroup *cgroup, struct figures *figures);

// Removes the group; its processes must have ended.
void cgroup_remove(struct cgroup *cgroup);
