// The child's ptrace stops at its exec and at its exit, for the launcher.
#pragma once

#include "run/launcher/cgroup.h"
#include "run/launcher/concurrency.h"
#include "run/launcher/cpu_clock.h"
#include "run/launcher/protocol.h"
#include "run/launcher/used_files.h"

#include <sys/resource.h>
#include <sys/types.h>

// A traced child.
struct tracee {
    pid_t child;
    int signals;         // signalfd, readable when the child may have stopped; -1: no longer traced
    size_t count;        // stops so far that are not the child's own
    size_t system_calls; // stops at them so far
    const struct launch_request *request;
    bool filtered;               // by cpu_clock_filter()
    const struct cgroup *cgroup; // of the child
    struct outcome *outcome;
    struct used_files files; // of the child and its descendants, which are then traced, too
    struct cpu_clock clock;  // the same
    struct family family;    // the same
};

// Does the request need ptrace?
bool ptrace_wanted(const struct launch_request *request);

// Called at the exec stop, when the image is mapped and has not run. `stack` is the limit that the
// child then gets, `area` that of the launcher.
void ptrace_begin(struct tracee *tracee, const struct rlimit *stack, int area);

// Handles stops: passes signals on to the child, and reads its figures or the files that it used at
// its exit, while its memory is still mapped.
void ptrace_look(struct tracee *tracee);

// Called when the child has ended, before waitpid(): discards figures not read at its exit, and
// notes files that descendants still use.
void ptrace_end(struct tracee *tracee);
