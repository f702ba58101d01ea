// The launcher program: runs one child after the other for the engine.
#include "base/clock.h"
#include "model/figures.h"
#include "model/level.h"
#include "model/process_settings.h"
#include "run/launcher/cgroup.h"
#include "run/launcher/counters.h"
#include "run/launcher/cpu_clock.h"
#include "run/launcher/launcher.h"
#include "run/launcher/protocol.h"
#include "run/launcher/ptrace.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// ---- The vfork()ed child, up to its exec

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

// Waits until the child is about to exec, has failed or has ended. There is something to wait for
// only where clone() does not wait itself, as in emulators. `handle`: the child's pidfd.
static void spawn_await(const struct spawn *spawn, int handle)
{
    struct pollfd end = {.fd = handle, .events = POLLIN};
    while (!spawn->start_ns && !spawn->stage && poll(&end, 1, 1) == 0)
        ;
}

// The child's main(); `argument` is its struct spawn. Execs, or exits with spawn->stage set.
static int spawn_main(void *argument)
{
    struct spawn *spawn = argument;
    spawn->stage = prepare_and_exec(spawn);
    spawn->number = errno;
    _exit(127);
}

// ---- Figures of struct rusage

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static long without(long count, size_t ours)
{
    return count > (long)ours ? count - (long)ours : 0;
}

// Sets the figures. Each of the `stops` of ptrace is a voluntary switch and is subtracted.
static void usage_read(const struct rusage *usage, size_t stops, struct figures *figures)
{
    // One involuntary switch is ours: at its exec the launcher wakes up on its CPU.
    long involuntary = without(usage->ru_nivcsw, 1), voluntary = without(usage->ru_nvcsw, stops);
    figure_set(figures, FIGURE_USER_TIME, seconds_of(usage->ru_utime));
    figure_set(figures, FIGURE_SYSTEM_TIME, seconds_of(usage->ru_stime));
    figure_set(figures, FIGURE_MINOR_FAULTS, (double)usage->ru_minflt);
    figure_set(figures, FIGURE_MAJOR_FAULTS, (double)usage->ru_majflt);
    figure_set(figures, FIGURE_PAGE_FAULTS, (double)usage->ru_minflt + (double)usage->ru_majflt);
    figure_set(figures, FIGURE_VOLUNTARY_SWITCHES, (double)voluntary);
    figure_set(figures, FIGURE_INVOLUNTARY_SWITCHES, (double)involuntary);
    figure_set(figures, FIGURE_CONTEXT_SWITCHES, (double)(voluntary + involuntary));
    figure_set(figures, FIGURE_PEAK_MEMORY, (double)usage->ru_maxrss * 1024);
}

// ---- The server

// A smaller difference between the clocks is noise, not a suspended machine.
static const int64_t SLEEP_NS = 1000000;

// Bytes of the queue that may stay resident, and a multiple of every page size.
enum { QUEUE_KEPT_BYTES = 1 << 16, PAGES_BYTES = 1 << 16 };

// How long a slowed child runs at a time.
static const int64_t SLOWED_RUN_NS = 1000000;

// Of a slowed child.
struct slowing {
    pid_t group; // 0: it is not slowed
    bool stopped;
    int64_t since_ns, next_ns; // of the last change and the next
};

struct server {
    int socket, area;
    int output_pipes[2]; // read ends of the pipes for stdout and stderr of every child
    struct launch_queue *queue;
    const struct launch_request *request; // the current one in the queue
    struct spawn *spawn;                  // of the current child, in shared memory
    struct parent self;
    struct tracee tracee; // the current child
    struct cgroup cgroup; // of the current child
    struct slowing slowing;
    int level; // of process_settings_above()
    bool engine_gone;
};

// ---- Output of the child

// Copying much beside the child on its CPU would slow it.
static void make_way(const struct server *server, const struct outcome *outcome, size_t got)
{
    enum { MUCH = 1 << 20 };
    uint64_t copied = outcome->output_bytes[0] + outcome->output_bytes[1];
    if (server->request->starting.pinned && copied < MUCH && copied + got >= MUCH)
        (void)sched_setaffinity(0, sizeof server->self.cpus, &server->self.cpus);
}

// Copies at most one buffer into the ring; false if there was nothing to read.
static bool read_output(const struct server *server, int which, struct outcome *outcome)
{
    static char buffer[1 << 16];
    off_t ring = LAUNCH_QUEUE_BYTES + (off_t)which * CHILD_OUTPUT_BYTES;
    ssize_t got = read(server->output_pipes[which], buffer, sizeof buffer);
    if (got > 0)
        make_way(server, outcome, (size_t)got);
    for (size_t done = 0; got > 0 && done < (size_t)got;) {
        size_t at = outcome->output_bytes[which] % CHILD_OUTPUT_BYTES;
        size_t part = (size_t)got - done, left = CHILD_OUTPUT_BYTES - at;
        part = part < left ? part : left;
        if (pwrite(server->area, buffer + done, part, ring + (off_t)at) < 0)
            break; // out of memory: the ring loses output
        done += part;
        outcome->output_bytes[which] += part;
    }
    return got > 0;
}

// ---- Waiting

enum event { CHILD_ENDED, TIME_IS_UP, ENGINE_GONE };

// While a child runs the engine only tells that it is to end.
static bool is_stopped(struct server *server, enum event *event)
{
    char word = 0;
    ssize_t got = recv(server->socket, &word, 1, MSG_DONTWAIT);
    server->engine_gone = got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
    *event = server->engine_gone ? ENGINE_GONE : TIME_IS_UP;
    return server->engine_gone || (got == 1 && word == LAUNCH_STOP);
}

// Stops the child three times as long as it has run, even if this process was woken late.
static void slow(struct slowing *slowing)
{
    int64_t now_ns = clock_boot_ns(), ran_ns = now_ns - slowing->since_ns;
    if (now_ns < slowing->next_ns)
        return;
    slowing->stopped = !slowing->stopped;
    kill(-slowing->group, slowing->stopped ? SIGSTOP : SIGCONT);
    slowing->since_ns = now_ns;
    slowing->next_ns = now_ns + (slowing->stopped ? 3 * ran_ns : SLOWED_RUN_NS);
}

// The nearer of the deadline (0: none) and the next change of a slowed child; 0: neither.
static int64_t next_ns(const struct slowing *slowing, int64_t deadline_ns)
{
    bool sooner = slowing->group && (!deadline_ns || slowing->next_ns < deadline_ns);
    return sooner ? slowing->next_ns : deadline_ns;
}

// Sleeps until the next event; `deadline_ns` 0: no deadline.
static enum event await(struct server *server, int child, int64_t deadline_ns,
                        struct outcome *outcome)
{
    enum event event;
    struct pollfd wait[] = {{child, POLLIN, 0},
                            {server->engine_gone ? -1 : server->socket, POLLIN, 0},
                            {server->output_pipes[0], POLLIN, 0},
                            {server->output_pipes[1], POLLIN, 0},
                            {server->tracee.signals, POLLIN, 0}};
    for (;;) {
        int64_t until_ns = next_ns(&server->slowing, deadline_ns), now_ns = clock_boot_ns();
        int64_t left = until_ns > now_ns ? until_ns - now_ns : 0;
        struct timespec span = {left / 1000000000, left % 1000000000};
        ppoll(wait, 5, until_ns ? &span : NULL, NULL);
        if (wait[0].revents)
            return CHILD_ENDED;
        if (wait[1].revents && is_stopped(server, &event))
            return event;
        if (deadline_ns &&
            clock_boot_ns() >= deadline_ns) // of a child that writes all the time, too
            return TIME_IS_UP;
        if (server->slowing.group)
            slow(&server->slowing);
        for (int which = 0; which < 2; which++)
            if (wait[2 + which].revents)
                read_output(server, which, outcome);
        if (wait[4].revents)
            ptrace_look(&server->tracee);
    }
}

static int64_t after(double seconds)
{
    return clock_boot_ns() + (int64_t)(seconds * 1e9);
}

// Waits for the child's end: timeout, TERM, grace, KILL. The child is not reaped before, so its
// process group ID cannot belong to another group.
static void await_end(struct server *server, pid_t child, int handle, struct outcome *outcome)
{
    const struct launch_request *request = server->request;
    int64_t deadline = request->timeout_s > 0 ? after(request->timeout_s) : 0;
    enum event event;
    int64_t now_ns = clock_boot_ns();
    server->slowing = (struct slowing){.group = request->slowed_s > 0 ? child : 0,
                                       .since_ns = now_ns,
                                       .next_ns = now_ns + SLOWED_RUN_NS};
    while ((event = await(server, handle, deadline, outcome)) != CHILD_ENDED) {
        bool first = event == TIME_IS_UP && outcome->ending != ENDED_TIMEOUT;
        if (event == TIME_IS_UP)
            outcome->ending = ENDED_TIMEOUT;
        kill(-child, first ? SIGTERM : SIGKILL);
        kill(-child, SIGCONT); // a stopped one could not act on TERM
        server->slowing.group = 0;
        deadline = first ? after(request->grace_s) : 0;
    }
}

static int64_t clock_running_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Kills all living children in the kernel's list; false if there is no list.
static bool kill_children(void)
{
    char text[4096];
    int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    close(fd);
    text[got > 0 ? got : 0] = '\0';
    char *at = text, *end;
    for (long child; (child = strtol(at, &end, 10)) > 0; at = end)
        if (*end) // a truncated number has nothing behind it
            kill((pid_t)child, SIGKILL);
    return got > 0;
}

// Processes that left the child's group become our children when their parent ends.
static void reap_orphans(void)
{
    int status = 0;
    for (pid_t reaped; (reaped = waitpid(-1, &status, WNOHANG | __WALL)) >= 0;) {
        if (reaped == 0 && (!kill_children() || (reaped = waitpid(-1, &status, __WALL)) < 0))
            return;
        if (WIFSTOPPED(status)) // one that is traced stops at its exit, although it was killed
            ptrace(PTRACE_DETACH, reaped, NULL, NULL);
    }
}

static void reap(const struct server *server, pid_t child, struct outcome *outcome)
{
    int status = 0;
    struct rusage usage;
    kill(-child, SIGKILL); // the rest of its group
    wait4(child, &status, __WALL, &usage);
    reap_orphans();
    for (int which = 0; which < 2; which++)
        while (read_output(server, which, outcome))
            ;
    usage_read(&usage, server->tracee.count, &outcome->figures);
    outcome->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    if (outcome->ending != ENDED_TIMEOUT)
        outcome->ending = WIFSIGNALED(status) ? ENDED_SIGNAL : ENDED_EXIT;
}

// ---- One request

static char *next_string(const char **at)
{
    const char *string = *at;
    *at += strlen(string) + 1;
    return (char *)string; // execve() takes char * and changes nothing
}

static char **next_strings(const char **at, uint64_t count)
{
    char **strings = calloc(count + 1, sizeof *strings);
    for (uint64_t i = 0; strings && i < count; i++)
        strings[i] = next_string(at);
    return strings;
}

static void set_not_started(struct outcome *outcome, const char *stage, int number)
{
    outcome->ending = ENDED_NOT_STARTED;
    outcome->code = number;
    strncpy(outcome->stage, stage, sizeof outcome->stage - 1);
}

// As vfork(): this process waits until the child's exec, and no memory is copied.
static void run(struct server *server, struct outcome *outcome)
{
    struct spawn *spawn = server->spawn;
    static char stack[1 << 16] __attribute__((aligned(16)));
    int handle = -1;
    const char *refused =
        process_settings_above(&server->request->starting.process_settings, &server->level);
    if (refused) {
        set_not_started(outcome, refused, errno);
        return;
    }
    struct counters counters = counters_open(server->request->figures);
    // In this order neither a delay between the readings nor a slow clone() counts as suspension.
    int64_t begin_ns = clock_running_ns(), begin_boot_ns = clock_boot_ns();
    pid_t child = clone(spawn_main, stack + sizeof stack,
                        CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, spawn, &handle);
    if (child < 0) {
        set_not_started(outcome, "clone", errno);
        counters_read(&counters, &outcome->figures);
        return;
    }
    spawn_await(spawn, handle);
    outcome->stop_refused = spawn->stop_refused;
    server->cgroup.joined = spawn->joined;
    server->tracee = (struct tracee){.child = child,
                                     .signals = -1,
                                     .request = server->request,
                                     .filtered = spawn->filtered,
                                     .cgroup = &server->cgroup,
                                     .outcome = outcome};
    if (spawn->stop && !spawn->stop_refused && !spawn->stage)
        ptrace_begin(&server->tracee, &server->self.stack, server->area);
    await_end(server, child, handle, outcome);
    int64_t end_boot_ns = clock_boot_ns(), end_ns = clock_running_ns();
    outcome->seconds = (double)(end_boot_ns - spawn->start_ns) / 1e9;
    int64_t slept_ns = (end_boot_ns - begin_boot_ns) - (end_ns - begin_ns);
    outcome->slept_s = slept_ns > SLEEP_NS ? (double)slept_ns / 1e9 : 0;
    ptrace_end(&server->tracee);
    reap(server, child, outcome);
    counters_read(&counters, &outcome->figures);
    close(handle);
    if (spawn->stage)
        set_not_started(outcome, spawn->stage, spawn->number);
}

// The child starts where it will run: another CPU costs it a wake-up and cold caches.
static void move_to_child(const struct launch_request *request)
{
    cpu_set_t cpus;
    const struct starting *starting = &request->starting;
    if (starting->pinned && sched_getaffinity(0, sizeof cpus, &cpus) == 0 &&
        !CPU_EQUAL(&cpus, &starting->cpus))
        (void)sched_setaffinity(0, sizeof starting->cpus, &starting->cpus);
}

static void serve(struct server *server, struct outcome *outcome)
{
    *outcome = (struct outcome){.ending = ENDED_EXIT};
    clock_utc(outcome->start);
    const struct launch_request *request = server->request;
    const char *at = (const char *)(request + 1);
    move_to_child(request);
    struct spawn *spawn = server->spawn;
    *spawn = (struct spawn){.request = request,
                            .launcher = getpid(),
                            .parent = &server->self,
                            .procs = -1,
                            .stop = ptrace_wanted(request)};
    spawn->program = next_string(&at);
    spawn->folder = next_string(&at);
    spawn->arguments = next_strings(&at, request->argument_count);
    spawn->environment = next_strings(&at, request->environment_count);
    if (request->figures & figures_of_group) {
        cgroup_make(&server->cgroup);
        spawn->procs = server->cgroup.procs;
    }
    if (spawn->arguments && spawn->environment)
        run(server, outcome);
    else
        set_not_started(outcome, "calloc", ENOMEM);
    if (request->figures & figures_of_group) {
        cgroup_read(&server->cgroup, &outcome->figures);
        cgroup_remove(&server->cgroup);
    }
    free(spawn->arguments);
    free(spawn->environment);
    dup3(0, CHILD_SAMPLES, O_CLOEXEC);
    fcntl(1, F_SETFL, 0); // a child may have made them non-blocking for its successors
    fcntl(2, F_SETFL, 0);
}

// A child inherits our peak memory, and the kernel counts it as the child's at its exec. So frees
// the memory of past requests and resets the peak. Returns where the next call starts.
static char *give_back(char *from, const char *to)
{
    madvise(from, (size_t)(to - from), MADV_DONTNEED);
    int fd = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
    if (fd >= 0) {
        (void)!write(fd, "5", 1); // proc(5): resets the peak
        close(fd);
    }
    return from + (to - from) / PAGES_BYTES * PAGES_BYTES;
}

// Stops after a child that did not exit with 0: the engine reads its output before the next child
// overwrites it.
static void serve_all(struct server *server)
{
    struct launch_queue *queue = server->queue;
    const char *at = (const char *)(queue + 1);
    char *given_back = (char *)queue;
    int64_t begin = clock_boot_ns();
    bool good = true;
    while (good && queue->ended < queue->count && !server->engine_gone &&
           (!queue->ended || clock_boot_ns() - begin < LAUNCH_QUEUE_NS)) {
        struct outcome *outcome = &queue->outcomes[queue->ended];
        server->request = (const struct launch_request *)at;
        at += server->request->bytes;
        serve(server, outcome);
        if (at - given_back > QUEUE_KEPT_BYTES)
            given_back = give_back(given_back, at);
        good = outcome->ending == ENDED_EXIT && outcome->code == 0 && outcome->slept_s == 0;
        queue->ended++;
    }
    if (given_back > (char *)queue)
        give_back(given_back, at);
}

// ---- The engine's end of the socket

// Waits for a word of the engine; the descriptor with it becomes the samples of the next child.
static char next_word(const struct server *server)
{
    char word = 0;
    struct iovec part = {&word, 1};
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } control;
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    ssize_t got;
    while ((got = recvmsg(server->socket, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR)
        ;
    const struct cmsghdr *rights = got == 1 ? CMSG_FIRSTHDR(&message) : NULL;
    if (rights) {
        int samples;
        memcpy(&samples, CMSG_DATA(rights), sizeof samples);
        dup2(samples, CHILD_SAMPLES);
        close(samples);
    }
    return got == 1 ? word : 0;
}

static int out_of_the_way(int fd)
{
    int moved = fcntl(fd, F_DUPFD_CLOEXEC, 10);
    close(fd);
    return moved;
}

// Sets up descriptors 0 to 2 for every child (the engine may lack them) and reserves 3 for samples.
static bool prepare(struct server *server)
{
    close_range(LAUNCH_AREA + 1, ~0U, 0);
    server->socket = out_of_the_way(LAUNCH_SOCKET);
    server->area = out_of_the_way(LAUNCH_AREA);
    void *queue =
        mmap(NULL, LAUNCH_QUEUE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, server->area, 0);
    server->queue = queue;
    server->spawn = mmap(NULL, sizeof *server->spawn, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int null = out_of_the_way(open("/dev/null", O_RDONLY));
    if (queue == MAP_FAILED || server->spawn == MAP_FAILED || null < 0 || dup2(null, 0) < 0)
        return false;
    close(null);
    for (int which = 0; which < 2; which++) {
        int pair[2];
        if (pipe(pair))
            return false;
        server->output_pipes[which] = out_of_the_way(pair[0]);
        fcntl(server->output_pipes[which], F_SETFL, O_NONBLOCK);
        int output_pipes = out_of_the_way(pair[1]);
        dup2(output_pipes, 1 + which);
        close(output_pipes);
    }
    return dup3(0, CHILD_SAMPLES, O_CLOEXEC) == CHILD_SAMPLES && parent_here(&server->self) &&
           prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
}

int main(void)
{
    struct server server = {0};
    char word = LAUNCH_READY;
    if (!prepare(&server) || send(server.socket, &word, 1, MSG_NOSIGNAL) != 1)
        return EXIT_USAGE;
    while (!server.engine_gone && (word = next_word(&server)) != 0) {
        if (word != LAUNCH_RUN)
            continue; // the child that was to end had ended by itself
        serve_all(&server);
        word = LAUNCH_ENDED;
        send(server.socket, &word, 1, MSG_NOSIGNAL);
    }
    return 0;
}
