// The child's ptrace stops at its exec, at its exit, and at system calls of a trial.
#include "run/launcher/ptrace.h"

#include "run/launcher/process_memory.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// What si_status of a stop at a system call has, by PTRACE_O_TRACESYSGOOD.
enum { SYSTEM_CALL = SIGTRAP | 0x80 };

// A trial goes on without stops at system calls after so many, which take some seconds.
enum { SYSTEM_CALLS_MOST = 1 << 17 };

bool ptrace_wanted(const struct launch_request *request)
{
    return request->starting.address_layout.record_addresses ||
           request->starting.address_layout.stack_limit || request->figures & figures_at_end ||
           request->lists_files || request->slowed_s > 0 || request->watches_concurrency;
}

// By the field numbers of proc(5), from 1; the second, in parentheses, may hold any character.
static void read_addresses(pid_t child, struct outcome *outcome)
{
    char path[32], text[2048];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)child);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    close(fd);
    text[got < 0 ? 0 : got] = '\0';
    char *at = strrchr(text, ')');
    for (int field = 3; at && (at = strchr(at, ' ')); field++) {
        uint64_t value = strtoull(++at, NULL, 10);
        if (field == 26)
            outcome->image_start = value;
        else if (field == 28)
            outcome->stack_start = value;
        else if (field == 47)
            outcome->heap_start = value;
    }
}

// Waits for the next stop without consuming it; false if the child ended.
static bool is_stopped(pid_t child, int code)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)child, &info, WSTOPPED | WEXITED | WNOWAIT | __WALL) == 0 &&
           info.si_code == code;
}

// Children inherit our signal mask, so it is changed only while a child runs.
static void listen_to_children(struct tracee *tracee, bool listening)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(listening ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
    if (tracee->signals >= 0)
        close(tracee->signals);
    tracee->signals = listening ? signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK) : -1;
}

// Seizes the child: unlike after PTRACE_TRACEME, stop signals then still stop it. Seizing a stopped
// child has no race.
static bool watch(struct tracee *tracee, int options)
{
    pid_t child = tracee->child;
    bool seized = false;
    ptrace(PTRACE_DETACH, child, NULL, SIGSTOP);
    tracee->count += 2; // one for the signal, one for the seizure
    if (!is_stopped(child, CLD_STOPPED))
        return false;
    listen_to_children(tracee, true);
    seized = tracee->signals >= 0 && ptrace(PTRACE_SEIZE, child, NULL, options) == 0;
    if (!seized)
        listen_to_children(tracee, false);
    kill(child, SIGCONT);
    ptrace_look(tracee);
    return seized;
}

// What the child has executed is noted before it can run on.
static void list_files(struct tracee *tracee, int area)
{
    static const int options = PTRACE_O_TRACEEXIT | PTRACE_O_TRACEEXEC | PTRACE_O_TRACEFORK |
                               PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACESYSGOOD;
    if (used_files_begin(&tracee->files, area, LAUNCH_FILES_OFFSET)) {
        used_files_execute(&tracee->files, tracee->child);
        tracee->outcome->files_listed = watch(tracee, options);
    } else {
        ptrace(PTRACE_DETACH, tracee->child, NULL, NULL);
    }
}

// Without a tracer its filter would let calls fail.
static void scale_clock(struct tracee *tracee)
{
    static const int options = PTRACE_O_TRACEEXIT | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                               PTRACE_O_TRACECLONE | PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACESECCOMP;
    tracee->clock.active = true;
    tracee->clock.usual_s = tracee->request->slowed_s;
    tracee->outcome->clock_scaled = watch(tracee, options);
    if (!tracee->outcome->clock_scaled)
        kill(tracee->child, SIGKILL);
}

static void watch_family(struct tracee *tracee)
{
    static const int options =
        PTRACE_O_TRACEEXIT | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE;
    tracee->family = (struct family){.watched = true, .found = CONCURRENCY_NONE};
    tracee->family.watched = watch(tracee, options);
}

void ptrace_begin(struct tracee *tracee, const struct rlimit *stack, int area)
{
    pid_t child = tracee->child;
    const struct launch_request *request = tracee->request;
    if (!is_stopped(child, CLD_TRAPPED))
        return;
    tracee->count = 1;
    if (request->starting.address_layout.record_addresses)
        read_addresses(child, tracee->outcome);
    // The limit has moved the mmap base; threads would take it as their stack size, so it is reset.
    if (request->starting.address_layout.stack_limit)
        prlimit(child, RLIMIT_STACK, stack, NULL);
    if (request->lists_files)
        list_files(tracee, area);
    else if (tracee->filtered)
        scale_clock(tracee);
    else if (request->watches_concurrency)
        watch_family(tracee);
    else if (request->figures & figures_at_end)
        (void)watch(tracee, PTRACE_O_TRACEEXIT);
    else
        ptrace(PTRACE_DETACH, child, NULL, NULL);
}

static bool traces_descendants(const struct tracee *tracee)
{
    return tracee->files.entries || tracee->clock.active || tracee->family.watched;
}

// `own`: the process stopped itself and stays so until SIGCONT; any other signal is delivered.
// `ends`: the end of a system call is awaited.
static void resume(const struct tracee *tracee, pid_t process, int signal, int event, bool own,
                   bool ends)
{
    bool stops = ends || (tracee->files.entries && tracee->system_calls < SYSTEM_CALLS_MOST);
    if (own)
        ptrace(PTRACE_LISTEN, process, NULL, NULL);
    else
        ptrace(stops ? PTRACE_SYSCALL : PTRACE_CONT, process, NULL,
               event || signal == SYSTEM_CALL ? 0 : signal);
}

// The memory is as the last instruction left it, unless other threads still run: /proc/PID/syscall
// (proc(5)) shows SYS_exit then, not SYS_exit_group.
static void read_end(const struct tracee *tracee)
{
    struct figures *figures = &tracee->outcome->figures;
    char folder[32];
    snprintf(folder, sizeof folder, "/proc/%d", (int)tracee->child);
    if (kernel_number(folder, "syscall", "") == SYS_exit &&
        kernel_number(folder, "status", "Threads") > 1)
        return;
    process_memory_read(folder, tracee->request->figures, figures);
    cgroup_read_end(tracee->cgroup, figures);
}

// A descendant is detached at its exit: its zombie belongs to its parent again, which waits for it.
static void note_files(struct tracee *tracee, pid_t process, int event)
{
    if (event == PTRACE_EVENT_EXEC)
        used_files_execute(&tracee->files, process);
    if (event != PTRACE_EVENT_EXIT)
        return;
    used_files_map(&tracee->files, process);
    if (process != tracee->child)
        ptrace(PTRACE_DETACH, process, NULL, NULL);
}

// A plug-in may be closed long before the process ends.
static void note_mapping(struct tracee *tracee, pid_t process)
{
    struct __ptrace_syscall_info info;
    tracee->system_calls++;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, process, sizeof info, &info) > 0 &&
        info.op == PTRACE_SYSCALL_INFO_ENTRY && info.entry.nr == SYS_mmap &&
        info.entry.args[2] & PROT_EXEC && !(info.entry.args[3] & MAP_ANONYMOUS))
        used_files_open(&tracee->files, process, (int)info.entry.args[4]);
}

// True if the end of a system call that has begun is to stop the process.
static bool follow_clock(struct tracee *tracee, pid_t process, int signal, int event)
{
    if (event == PTRACE_EVENT_SECCOMP)
        return cpu_clock_begin(&tracee->clock, process);
    if (signal == SYSTEM_CALL)
        cpu_clock_end(&tracee->clock, process);
    else if (event == PTRACE_EVENT_EXIT && process != tracee->child)
        ptrace(PTRACE_DETACH, process, NULL, NULL);
    return false;
}

// True if the stop is at the exit of a descendant, which is detached.
static bool follow_family(struct tracee *tracee, pid_t process, int event)
{
    struct family *family = &tracee->family;
    if (event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK || event == PTRACE_EVENT_CLONE)
        family_grow(family, process, event);
    if (event == PTRACE_EVENT_EXIT)
        family_shrink(family, process);
    if (event != PTRACE_EVENT_EXIT || process == tracee->child)
        return false;
    ptrace(PTRACE_DETACH, process, NULL, NULL);
    return true;
}

static void handle_stop(struct tracee *tracee, pid_t process, int status)
{
    int event = status >> 8, signal = status & 0xff;
    bool own = event == PTRACE_EVENT_STOP && signal != SIGTRAP, ends = false;
    tracee->count += !own;
    if (tracee->clock.active)
        ends = follow_clock(tracee, process, signal, event);
    else if (tracee->files.entries && signal == SYSTEM_CALL)
        note_mapping(tracee, process);
    else if (tracee->files.entries)
        note_files(tracee, process, event);
    else if (tracee->family.watched && follow_family(tracee, process, event))
        return;
    else if (event == PTRACE_EVENT_EXIT)
        read_end(tracee);
    resume(tracee, process, signal, event, own, ends);
}

// A descendant that was killed ends without a stop, and its parent learns of it only from here. Of
// a traced process waitid() returns stops, too, unasked: one that came since the last look stays
// for the next, else nobody would resume it. True if there may be more to look at.
static bool release_killed(struct tracee *tracee)
{
    siginfo_t info = {0};
    if (!traces_descendants(tracee) ||
        waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) != 0 || !info.si_pid)
        return false;
    if (info.si_code != CLD_TRAPPED)
        family_shrink(&tracee->family, info.si_pid);
    return info.si_code == CLD_TRAPPED ||
           (info.si_pid != tracee->child && waitpid(info.si_pid, NULL, WNOHANG | __WALL) > 0);
}

void ptrace_look(struct tracee *tracee)
{
    struct signalfd_siginfo ignored;
    idtype_t whose = traces_descendants(tracee) ? P_ALL : P_PID;
    while (tracee->signals >= 0 && read(tracee->signals, &ignored, sizeof ignored) > 0)
        ;
    while (tracee->signals >= 0) {
        siginfo_t info = {0};
        bool stopped =
            waitid(whose, (id_t)tracee->child, &info, WSTOPPED | WNOHANG | __WALL) == 0 &&
            info.si_code == CLD_TRAPPED;
        if (stopped)
            handle_stop(tracee, info.si_pid, info.si_status);
        else if (!release_killed(tracee))
            return;
    }
}

// A thread that calls execve() ends the traced thread and takes its ID; the trace is then lost.
void ptrace_end(struct tracee *tracee)
{
    char folder[32];
    if (tracee->files.entries)
        used_files_end(&tracee->files);
    if (tracee->family.watched)
        tracee->outcome->concurrency = tracee->family.found;
    if (tracee->signals < 0)
        return;
    listen_to_children(tracee, false);
    snprintf(folder, sizeof folder, "/proc/%d", (int)tracee->child);
    if (kernel_number(folder, "status", "TracerPid") != getpid())
        tracee->outcome->figures.known &= ~figures_at_end;
}
