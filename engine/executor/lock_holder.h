// Who holds a lock: as /proc/locks tells, which nobody can forge.
#pragma once

#include "base/user.h"

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

struct lock_holder {
    pid_t pid;
    char user[USER_NAME_BYTES];
    char command[160]; // its command line, cut; control characters replaced
    time_t begun;      // when the process began; 0: unknown
};

// False if no process is seen to hold a flock() on the open file: none does, or it is in another
// PID namespace, or there is no /proc/locks.
bool lock_holder_find(int lock, struct lock_holder *holder);
