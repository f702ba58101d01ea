// Of the launcher: the stops of its child, at its exec and at its end.
#pragma once

#include "run/cgroup.h"
#include "run/protocol.h"

#include <sys/resource.h>
#include <sys/types.h>

// A child that asked to be traced, for what its request wants to be seen of it.
struct tracee {
    pid_t child;
    int news;     // readable when the child may have stopped; -1: it is not looked at any more
    size_t count; // so far, of those that are not the child's own
    const struct launch_request *request;
    const struct cgroup *cgroup; // in which it is
    struct outcome *outcome;
};

bool ptrace_wanted(const struct launch_request *request);

// At the exec stop: the image is in place and none of its instructions has run. `stack` is the
// limit that it gets.
void ptrace_begin(struct tracee *tracee, const struct rlimit *stack);

// Passes on what the child stopped for; at its end, its memory still there, reads its figures.
void ptrace_look(struct tracee *tracee);

// Once the child is gone, not yet waited for: forgets figures that are not of its end.
void ptrace_end(struct tracee *tracee);
