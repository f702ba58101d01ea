// Of the launcher: a control group for one child and all that it begets, which counts their memory.
#pragma once

#include "run/figures.h"

#include <limits.h>

struct group {
    char folder[PATH_MAX]; // "": there is none
    bool joined;           // the child is in it
    int entrance;          // a "0" written here moves the writer into it; or -1
};

// A new group for the next child. Where there cannot be one, its figures stay unknown.
void group_make(struct group *group);

// While the child is stopped at its end, and once all are gone.
void group_read_end(const struct group *group, struct figures *figures);
void group_read(const struct group *group, struct figures *figures);

// Nobody is in it any more.
void group_remove(struct group *group);
