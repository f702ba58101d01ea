// Whether a traced child and its descendants may run on several CPUs at once.
#pragma once

#include "model/concurrency.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { RELATIVES_MOST = 256 };

// The processes of one execution that live.
struct family {
    bool watched;
    enum concurrency found;
    struct relative {
        pid_t process, parent;
        double parent_ns; // CPU time of the parent when this process began
    } relatives[RELATIVES_MOST];
    size_t count;
};

// Called at a ptrace event of a fork, vfork or clone of `parent`, and when `process` ends. Two
// children of one parent are concurrent, and so is a child whose parent computes meanwhile or ends
// before it; one whose parent waits is not.
void family_grow(struct family *family, pid_t parent, int event);
void family_shrink(struct family *family, pid_t process);
