// Of the launcher: how its vfork()ed child becomes the program asked for.
#include "run/birth.h"

#include "base/clock.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <unistd.h>

static bool set_personality(const struct birth *birth)
{
    bool fixed = birth->request->placement.aslr == ASLR_FIXED;
    if (birth->parent->persona == UINT_MAX && !fixed)
        return true; // where even asking is refused there is nothing to undo
    unsigned wanted = birth->parent->persona & ~(unsigned)ADDR_NO_RANDOMIZE;
    if (fixed)
        wanted |= ADDR_NO_RANDOMIZE;
    if (wanted == birth->parent->persona)
        return true;
    if (personality(wanted) >= 0 && (unsigned)personality(PERSONALITY_ASK) == wanted)
        return true;
    errno = errno ? errno : EPERM; // where it is ignored in silence
    return false;
}

static bool set_stack_limit(const struct birth *birth)
{
    struct rlimit limit = birth->parent->stack;
    limit.rlim_cur = birth->request->placement.stack_limit;
    return !limit.rlim_cur || setrlimit(RLIMIT_STACK, &limit) == 0;
}

// Address space that is reserved but not writable does not count. What is inherited may be tighter.
static bool set_memory_limit(const struct birth *birth)
{
    rlim_t limit = birth->request->memory_limit_bytes;
    struct rlimit inherited;
    if (!limit)
        return true;
    if (getrlimit(RLIMIT_DATA, &inherited))
        return false;
    limit = limit < inherited.rlim_max ? limit : inherited.rlim_max;
    return setrlimit(RLIMIT_DATA, &(struct rlimit){limit, limit}) == 0;
}

static const char *take_standing(const struct launch_request *request)
{
    static const double spare_s = 1;
    double most_s = request->timeout_s + request->grace_s + spare_s;
    return standing_take(&request->standing, request->timeout_s > 0 ? most_s : 0);
}

// An engine's thread that starts a compiler lends it, up to its exec, the descriptor by which the
// program is just being written: such a program is busy for a moment.
static void exec(struct birth *birth)
{
    for (int tries = 0; tries < 1000; tries++) {
        birth->start_ns = clock_boot_ns();
        execve(birth->program, birth->arguments, birth->environment);
        if (errno != ETXTBSY)
            return;
        usleep(1000);
    }
}

// The name of the step that failed, with errno; returns only then.
static const char *become(struct birth *birth)
{
    const struct launch_request *request = birth->request;
    errno = 0;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != birth->parent->pid)
        return "prctl";
    if (setpgid(0, 0))
        return "setpgid";
    if (chdir(birth->folder))
        return "chdir";
    const cpu_set_t *cpus = request->pinned ? &request->cpus : &birth->parent->cpus;
    if (sched_setaffinity(0, sizeof *cpus, cpus))
        return "sched_setaffinity";
    if (!set_personality(birth))
        return "personality";
    if (!set_stack_limit(birth) || !set_memory_limit(birth))
        return "setrlimit";
    birth->joined = birth->entrance >= 0 && write(birth->entrance, "0", 1) == 1;
    const char *refused = take_standing(request);
    if (refused)
        return refused;
    birth->stop_refused = birth->stop && ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0;
    exec(birth);
    return "execve";
}

int birth_main(void *argument)
{
    struct birth *birth = argument;
    birth->stage = become(birth);
    birth->number = errno;
    _exit(127);
}
