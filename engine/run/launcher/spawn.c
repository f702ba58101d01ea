// The launcher's vfork()ed child, up to its exec.
#include "run/launcher/spawn.h"

#include "base/clock.h"
#include "run/launcher/cpu_clock.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <unistd.h>

// ETXTBSY: a tool that another thread of the engine has just forked holds, until its exec, a
// descriptor with which the program was written. It closes soon.
static void exec(struct spawn *spawn)
{
    for (int tries = 0; tries < 1000; tries++) {
        spawn->start_ns = clock_boot_ns();
        execve(spawn->program, spawn->arguments, spawn->environment);
        if (errno != ETXTBSY)
            return;
        usleep(1000);
    }
}

// Returns only on failure: the name of the failed step, with errno.
static const char *prepare_and_exec(struct spawn *spawn)
{
    const struct launch_request *request = spawn->request;
    errno = 0;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != spawn->launcher)
        return "prctl";
    if (setpgid(0, 0))
        return "setpgid";
    spawn->joined = spawn->procs >= 0 && write(spawn->procs, "0", 1) == 1;
    const char *refused = start_apply(&request->starting, spawn->parent, spawn->folder);
    if (refused)
        return refused;
    spawn->stop_refused = spawn->stop && ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0;
    spawn->filtered = request->slowed_s > 0 && !spawn->stop_refused && cpu_clock_filter();
    exec(spawn);
    return "execve";
}

void spawn_await(const struct spawn *spawn, int handle)
{
    struct pollfd end = {.fd = handle, .events = POLLIN};
    while (!spawn->start_ns && !spawn->stage && poll(&end, 1, 1) == 0)
        ;
}

int spawn_main(void *argument)
{
    struct spawn *spawn = argument;
    spawn->stage = prepare_and_exec(spawn);
    spawn->number = errno;
    _exit(127);
}
