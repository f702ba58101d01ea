// The launcher's vfork()ed child, up to its exec.
#include "run/launcher/spawn.h"

#include "base/clock.h"
#include "model/process_settings.h"
#include "run/launcher/cpu_clock.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <unistd.h>

static bool set_personality(const struct spawn *spawn)
{
    bool fixed = spawn->request->address_layout.aslr == ASLR_FIXED;
    if (spawn->parent->persona == UINT_MAX && !fixed)
        return true; // even the query is refused, so the personality is the default
    unsigned wanted = spawn->parent->persona & ~(unsigned)ADDR_NO_RANDOMIZE;
    if (fixed)
        wanted |= ADDR_NO_RANDOMIZE;
    if (wanted == spawn->parent->persona)
        return true;
    if (personality(wanted) >= 0 && (unsigned)personality(PERSONALITY_ASK) == wanted)
        return true;
    errno = errno ? errno : EPERM; // some sandboxes ignore the call without an error
    return false;
}

static bool set_stack_limit(const struct spawn *spawn)
{
    struct rlimit limit = spawn->parent->stack;
    limit.rlim_cur = spawn->request->address_layout.stack_limit;
    return !limit.rlim_cur || setrlimit(RLIMIT_STACK, &limit) == 0;
}

// RLIMIT_DATA, because reserved address space that is not writable does not count. An inherited
// limit may be lower.
static bool set_memory_limit(const struct spawn *spawn)
{
    rlim_t limit = spawn->request->memory_limit_bytes;
    struct rlimit inherited;
    if (!limit)
        return true;
    if (getrlimit(RLIMIT_DATA, &inherited))
        return false;
    limit = limit < inherited.rlim_max ? limit : inherited.rlim_max;
    return setrlimit(RLIMIT_DATA, &(struct rlimit){limit, limit}) == 0;
}

static const char *apply_settings(const struct launch_request *request)
{
    static const double spare_s = 1;
    double most_s = request->timeout_s + request->grace_s + spare_s;
    return process_settings_apply(&request->process_settings, request->timeout_s > 0 ? most_s : 0);
}

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
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != spawn->parent->pid)
        return "prctl";
    if (setpgid(0, 0))
        return "setpgid";
    if (chdir(spawn->folder))
        return "chdir";
    const cpu_set_t *cpus = request->pinned ? &request->cpus : &spawn->parent->cpus;
    if (sched_setaffinity(0, sizeof *cpus, cpus) && request->pinned)
        return "sched_setaffinity"; // else where it is refused, nothing has moved it before
    errno = 0;
    if (!set_personality(spawn))
        return "personality";
    if (!set_stack_limit(spawn) || !set_memory_limit(spawn))
        return "setrlimit";
    spawn->joined = spawn->procs >= 0 && write(spawn->procs, "0", 1) == 1;
    const char *refused = apply_settings(request);
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
