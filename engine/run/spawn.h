// Of the launcher: how its vfork()ed child becomes the program asked for.
#pragma once

#include "run/protocol.h"

#include <sys/resource.h>
#include <sys/types.h>

enum { PERSONALITY_ASK = -1 }; // changes nothing

// What the launcher is, for its children to start from.
struct parent {
    pid_t pid;
    struct rlimit stack;
    unsigned persona;
    cpu_set_t cpus;
};

// What a child is to become. It shares the launcher's memory until its exec, so it answers in here.
struct spawn {
    const struct launch_request *request;
    const struct parent *parent;
    const char *program, *folder;
    char **arguments, **environment;
    int entrance;               // of a control group, as in struct group; or -1
    bool stop;                  // at its exec, to be looked at
    volatile bool stop_refused; // no ptrace here
    volatile bool joined;       // the control group
    const char *volatile stage; // of a failure; NULL: became it
    volatile int number;        // its errno
    volatile int64_t start_ns;  // just before the exec, boot clock
};

// The child's main(), with its struct birth: execs, or exits with birth->stage set.
int spawn_main(void *argument);
