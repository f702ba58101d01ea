// Of the launcher: a control group for one child and all that it begets, which counts their memory.
#pragma once

#include "model/figures.h"

#include <limits.h>

struct cgroup {
    char folder[PATH_MAX]; // "": there is none
    bool joined;           // the child is in it
    int entrance;          // a "0" written here moves the writer into it; or -1
};

// A new group for the next child. Where there cannot be one, its figures stay unknown.
void cgroup_make(struct cgroup *cgroup);

// While the child is stopped at its end, and once all are gone.
void cgroup_read_end(const struct cgroup *cgroup, struct figures *figures);
void cgroup_read(const struct cgroup *cgroup, struct figures *figures);

// Nobody is in it any more.
void cgroup_remove(struct cgroup *cgroup);
