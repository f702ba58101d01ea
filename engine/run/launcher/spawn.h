// The launcher's vfork()ed child, up to its exec.
#pragma once

#include "run/launcher/protocol.h"

#include <sys/types.h>

// The child's settings, in memory that it shares with the launcher. It writes its results here.
struct spawn {
    const struct launch_request *request;
    pid_t launcher;
    const struct parent *parent;
    const char *program, *folder;
    char **arguments, **environment;
    int procs;                  // of its control group, as in struct cgroup; or -1
    bool stop;                  // stops at its exec, for ptrace
    volatile bool stop_refused; // ptrace is refused
    volatile bool joined;       // is in the control group
    volatile bool filtered;     // by cpu_clock_filter()
    const char *volatile stage; // of a failure; NULL: it exec()ed
    volatile int number;        // its errno
    volatile int64_t start_ns;  // just before the exec, boot clock
};

// The child's main(); `argument` is its struct spawn. Execs, or exits with spawn->stage set.
int spawn_main(void *argument);

// Waits until the child is about to exec, has failed or has ended. There is something to wait for
// only where clone() does not wait itself, as in emulators. `handle`: the child's pidfd.
void spawn_await(const struct spawn *spawn, int handle);
