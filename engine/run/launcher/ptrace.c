// The child's ptrace stops at its exec and at its exit.
#include "run/launcher/ptrace.h"

#include "run/launcher/process_memory.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

bool ptrace_wanted(const struct launch_request *request)
{
    return request->address_layout.record_addresses || request->address_layout.stack_limit ||
           request->figures & figures_at_end;
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
static void watch(struct tracee *tracee)
{
    pid_t child = tracee->child;
    ptrace(PTRACE_DETACH, child, NULL, SIGSTOP);
    tracee->count += 2; // one for the signal, one for the seizure
    if (!is_stopped(child, CLD_STOPPED))
        return;
    listen_to_children(tracee, true);
    if (tracee->signals < 0 || ptrace(PTRACE_SEIZE, child, NULL, PTRACE_O_TRACEEXIT))
        listen_to_children(tracee, false);
    kill(child, SIGCONT);
    ptrace_look(tracee);
}

void ptrace_begin(struct tracee *tracee, const struct rlimit *stack)
{
    pid_t child = tracee->child;
    const struct launch_request *request = tracee->request;
    if (!is_stopped(child, CLD_TRAPPED))
        return;
    tracee->count = 1;
    if (request->address_layout.record_addresses)
        read_addresses(child, tracee->outcome);
    // The limit has moved the mmap base; threads would take it as their stack size, so it is reset.
    if (request->address_layout.stack_limit)
        prlimit(child, RLIMIT_STACK, stack, NULL);
    if (request->figures & figures_at_end)
        watch(tracee);
    else
        ptrace(PTRACE_DETACH, child, NULL, NULL);
}

// `own`: the child stopped itself and stays so until SIGCONT; any other signal is delivered.
static void resume(const struct tracee *tracee, int signal, int event, bool own)
{
    if (own)
        ptrace(PTRACE_LISTEN, tracee->child, NULL, NULL);
    else
        ptrace(PTRACE_CONT, tracee->child, NULL, event ? 0 : signal);
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

void ptrace_look(struct tracee *tracee)
{
    struct signalfd_siginfo ignored;
    while (tracee->signals >= 0 && read(tracee->signals, &ignored, sizeof ignored) > 0)
        ;
    for (;;) {
        siginfo_t info = {0};
        if (tracee->signals < 0 ||
            waitid(P_PID, (id_t)tracee->child, &info, WSTOPPED | WNOHANG | __WALL) ||
            info.si_code != CLD_TRAPPED)
            return;
        int event = info.si_status >> 8, signal = info.si_status & 0xff;
        bool own = event == PTRACE_EVENT_STOP && signal != SIGTRAP;
        tracee->count += !own;
        if (event == PTRACE_EVENT_EXIT)
            read_end(tracee);
        resume(tracee, signal, event, own);
    }
}

// A thread that calls execve() ends the traced thread and takes its ID; the trace is then lost.
void ptrace_end(struct tracee *tracee)
{
    char folder[32];
    if (tracee->signals < 0)
        return;
    listen_to_children(tracee, false);
    snprintf(folder, sizeof folder, "/proc/%d", (int)tracee->child);
    if (kernel_number(folder, "status", "TracerPid") != getpid())
        tracee->outcome->figures.known &= ~figures_at_end;
}
