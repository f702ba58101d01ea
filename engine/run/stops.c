// Of the launcher: the stops of its child, at its exec and at its end.
#include "run/stops.h"

#include "run/process_memory.h"

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

bool stops_wanted(const struct launch_request *request)
{
    return request->placement.record_addresses || request->placement.stack_limit ||
           request->figures & figures_at_end;
}

// Field numbers of proc(5), from 1; the second, in parentheses, may hold anything.
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

// Waits for its next stop, which stays to be seen; false if it ended.
static bool is_stopped(pid_t child, int code)
{
    siginfo_t news = {0};
    return waitid(P_PID, (id_t)child, &news, WSTOPPED | WEXITED | WNOWAIT | __WALL) == 0 &&
           news.si_code == code;
}

// Children are born with our mask, so it is only changed while there is one.
static void listen_to_children(struct stops *stops, bool listening)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(listening ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
    if (stops->news >= 0)
        close(stops->news);
    stops->news = listening ? signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK) : -1;
}

// Of a child that is seized, unlike one that asked to be traced, a stop by a signal stays one. It
// can be seized without a race while such a signal has stopped it.
static void watch(struct stops *stops)
{
    pid_t child = stops->child;
    ptrace(PTRACE_DETACH, child, NULL, SIGSTOP);
    stops->count += 2; // for the signal, and again as it is seized
    if (!is_stopped(child, CLD_STOPPED))
        return;
    listen_to_children(stops, true);
    if (stops->news < 0 || ptrace(PTRACE_SEIZE, child, NULL, PTRACE_O_TRACEEXIT))
        listen_to_children(stops, false);
    kill(child, SIGCONT);
    stops_look(stops);
}

void stops_begin(struct stops *stops, const struct rlimit *stack)
{
    pid_t child = stops->child;
    const struct launch_request *request = stops->request;
    if (!is_stopped(child, CLD_TRAPPED))
        return;
    stops->count = 1;
    if (request->placement.record_addresses)
        read_addresses(child, stops->outcome);
    // Threads take it as the size of their stacks, so it moves the mapping base and goes.
    if (request->placement.stack_limit)
        prlimit(child, RLIMIT_STACK, stack, NULL);
    if (request->figures & figures_at_end)
        watch(stops);
    else
        ptrace(PTRACE_DETACH, child, NULL, NULL);
}

// Its own stop lasts until its SIGCONT; any other signal is delivered.
static void pass_on(const struct stops *stops, int signal, int event, bool own)
{
    if (own)
        ptrace(PTRACE_LISTEN, stops->child, NULL, NULL);
    else
        ptrace(PTRACE_CONT, stops->child, NULL, event ? 0 : signal);
}

// Its memory is as its last instruction left it, unless other threads go on. Proc(5): a file of the
// system call that it is in.
static void read_end(const struct stops *stops)
{
    struct figures *figures = &stops->outcome->figures;
    char folder[32];
    snprintf(folder, sizeof folder, "/proc/%d", (int)stops->child);
    if (kernel_number(folder, "syscall", "") == SYS_exit &&
        kernel_number(folder, "status", "Threads") > 1)
        return;
    process_memory_read(folder, stops->request->figures, figures);
    group_read_end(stops->group, figures);
}

void stops_look(struct stops *stops)
{
    struct signalfd_siginfo ignored;
    while (stops->news >= 0 && read(stops->news, &ignored, sizeof ignored) > 0)
        ;
    for (;;) {
        siginfo_t news = {0};
        if (stops->news < 0 ||
            waitid(P_PID, (id_t)stops->child, &news, WSTOPPED | WNOHANG | __WALL) ||
            news.si_code != CLD_TRAPPED)
            return;
        int event = news.si_status >> 8, signal = news.si_status & 0xff;
        bool own = event == PTRACE_EVENT_STOP && signal != SIGTRAP;
        stops->count += !own;
        if (event == PTRACE_EVENT_EXIT)
            read_end(stops);
        pass_on(stops, signal, event, own);
    }
}

// Another thread that executes a program ends the one that was watched, and takes its number.
void stops_end(struct stops *stops)
{
    char folder[32];
    if (stops->news < 0)
        return;
    listen_to_children(stops, false);
    snprintf(folder, sizeof folder, "/proc/%d", (int)stops->child);
    if (kernel_number(folder, "status", "TracerPid") != getpid())
        stops->outcome->figures.known &= ~figures_at_end;
}
