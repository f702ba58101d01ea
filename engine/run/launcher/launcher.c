// The engine's side of the launcher: starts it, sends requests, reads outcomes.
#include "run/launcher/launcher.h"

#include "base/clock.h"
#include "model/process_settings.h"
#include "run/launcher/protocol.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// How much longer than its child the launcher may take.
static const double PATIENCE_S = 5;

// How long the launcher may take to start, and to end with its children after its socket is closed.
enum { READY_MS = 30000, END_MS = 5000, BREAK_MS = 1000 };

static const struct launcher stopped = {
    .pid = -1, .socket = -1, .area = -1, .queue = MAP_FAILED, .cpu = -1};

static bool map_area(struct launcher *launcher)
{
    launcher->area = memfd_create("eswexp-launch", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (launcher->area < 0 || ftruncate(launcher->area, LAUNCH_AREA_BYTES) ||
        fcntl(launcher->area, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
        return false;
    launcher->queue =
        mmap(NULL, LAUNCH_QUEUE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, launcher->area, 0);
    return launcher->queue != MAP_FAILED;
}

// In a session of its own, so that no signal of the terminal reaches a child.
static int spawn(struct launcher *launcher, const char *path, int socket, int area)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, LAUNCH_SOCKET);
    posix_spawn_file_actions_adddup2(&actions, area, LAUNCH_AREA);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    char name[] = "eswexp-launch", *arguments[] = {name, NULL}, *environment[] = {NULL};
    int number = posix_spawn(&launcher->pid, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return number;
}

static bool tell(const struct launcher *launcher, char word)
{
    return send(launcher->socket, &word, 1, MSG_NOSIGNAL) == 1;
}

// Waits until the socket can be read; the result is that of poll(). A signal that sets `stop` just
// before the wait ends it, too, so signals are blocked until then.
static int await_word(const struct launcher *launcher, int most_ms,
                      const volatile sig_atomic_t *stop)
{
    struct pollfd word = {launcher->socket, POLLIN, 0};
    struct timespec span = {most_ms / 1000, most_ms % 1000 * 1000000L};
    bool told = false;
    int ready;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    do
        if (stop && *stop && !told)
            told = tell(launcher, LAUNCH_STOP);
    while ((ready = ppoll(&word, 1, most_ms < 0 ? NULL : &span, &before)) < 0 && errno == EINTR);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ready;
}

static bool await_ready(const struct launcher *launcher, struct error *error)
{
    char word = 0;
    if (await_word(launcher, READY_MS, NULL) <= 0)
        return failed(error, EXIT_FAILED, "the launcher '%s' does not answer", launcher->path);
    return (recv(launcher->socket, &word, 1, 0) == 1 && word == LAUNCH_READY) ||
           failed(error, EXIT_FAILED, "'%s' is not eswexp's launcher: reinstall eswexp",
                  launcher->path);
}

static bool start(struct launcher *launcher, const char *path, struct error *error)
{
    int pair[2];
    if (!map_area(launcher) || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
        return failed_errno(error, "cannot prepare the launcher '%s'", path);
    launcher->socket = pair[0];
    // Above LAUNCH_SOCKET and LAUNCH_AREA, to which the launcher's copies move.
    int socket = fcntl(pair[1], F_DUPFD_CLOEXEC, 10);
    int area = fcntl(launcher->area, F_DUPFD_CLOEXEC, 10);
    close(pair[1]);
    int number = spawn(launcher, path, socket, area);
    close(socket);
    close(area);
    errno = number;
    if (number)
        return failed_errno(error, "cannot start the launcher '%s'", path);
    return await_ready(launcher, error);
}

bool launcher_start(struct launcher *launcher, const char *path, struct error *error)
{
    *launcher = stopped;
    launcher->path = path;
    if (start(launcher, path, error))
        return true;
    launcher_stop(launcher);
    return false;
}

// Appends a string and returns its end; NULL if it does not fit or `at` is NULL.
static char *put(char *at, const char *end, const char *string)
{
    size_t size = strlen(string) + 1;
    if (!at || (size_t)(end - at) < size)
        return NULL;
    memcpy(at, string, size);
    return at + size;
}

static char *put_all(char *at, const char *end, char *const *strings, uint64_t *count)
{
    for (*count = 0; strings[*count]; ++*count)
        at = put(at, end, strings[*count]);
    return at;
}

// Leading slashes name the same file, and the kernel puts the path above the stack.
static char *put_program(char *at, const char *end, const struct launch *launch)
{
    uint64_t offset = launch->program[0] == '/' ? launch->address_layout.stack_offset : 0;
    if (offset >= (uint64_t)(end - at))
        return NULL;
    memset(at, '/', offset);
    return put(at + offset, end, launch->program);
}

// Returns the end of the request; NULL if it does not fit.
static char *put_request(char *at, const char *end, const struct launch *launch)
{
    struct launch_request *request = (struct launch_request *)at;
    request->timeout_s = launch->timeout_s;
    request->grace_s = launch->grace_s;
    request->figures = launch->figures;
    request->lists_files = launch->lists_files;
    request->watches_concurrency = launch->watches_concurrency;
    request->slowed_s = launch->slowed_s;
    at = put_program(at + sizeof *request, end, launch);
    at = put(at, end, launch->folder);
    at = put_all(at, end, launch->arguments, &request->argument_count);
    at = put_all(at, end, launch->environment, &request->environment_count);
    if (!at)
        return NULL;
    request->bytes = (uint64_t)(at - (char *)request + 15) & ~(uint64_t)15;
    return (char *)request + request->bytes;
}

static void not_started(struct launch_queue *queue, const char *stage, int number)
{
    struct outcome *outcome = &queue->outcomes[0];
    *outcome = (struct outcome){.ending = ENDED_NOT_STARTED, .code = number};
    clock_utc(outcome->start);
    strncpy(outcome->stage, stage, sizeof outcome->stage - 1);
    queue->ended = 1;
}

// Writes as many requests as fit. False if the first one cannot run; its outcome is set then.
static bool write_queue(struct launch_queue *queue, const struct launch *launches, size_t count)
{
    char *at = (char *)(queue + 1), *end = (char *)queue + LAUNCH_QUEUE_BYTES;
    queue->ended = queue->count = 0;
    for (; at && queue->count < count && end - at > (ptrdiff_t)sizeof(struct launch_request);
         queue->count += at != NULL) {
        const struct launch *launch = &launches[queue->count];
        if (!starting_of(launch, &((struct launch_request *)at)->starting)) {
            if (queue->count == 0)
                not_started(queue, "sched_setaffinity", EINVAL);
            break;
        }
        at = put_request(at, end, launch);
    }
    if (queue->count == 0 && !queue->ended)
        not_started(queue, "execve", E2BIG);
    return queue->ended == 0;
}

static bool ask(const struct launcher *launcher, int samples)
{
    char word = LAUNCH_RUN;
    struct iovec part = {&word, 1};
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } control = {.bytes = {0}};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (samples >= 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(sizeof samples);
        memcpy(CMSG_DATA(rights), &samples, sizeof samples);
    }
    ssize_t sent;
    while ((sent = sendmsg(launcher->socket, &message, MSG_NOSIGNAL)) < 0 && errno == EINTR)
        ;
    return sent == 1;
}

// False if it has not ended in time.
static bool reaped(pid_t pid, int *status)
{
    enum { EVERY_US = 1000 };
    for (int64_t end_ns = clock_boot_ns() + END_MS * INT64_C(1000000);; usleep(EVERY_US)) {
        pid_t ended = waitpid(pid, status, WNOHANG);
        if (ended != 0 && !(ended < 0 && errno == EINTR))
            return true;
        if (clock_boot_ns() >= end_ns)
            return false;
    }
}

// Closes the socket, at which the launcher ends, and kills one that is stopped or hangs: an engine
// that waited for it would keep its locks. Its child is killed with it. Returns its status from
// waitpid().
static int end_launcher(struct launcher *launcher)
{
    int status = 0;
    if (launcher->socket >= 0)
        close(launcher->socket);
    launcher->socket = -1;
    if (launcher->pid > 0 && !reaped(launcher->pid, &status)) {
        kill(-launcher->pid, SIGKILL);
        if (!reaped(launcher->pid, &status)) // in an uninterruptible call of the kernel
            status = SIGKILL;
    }
    launcher->pid = -1;
    return status;
}

// How long to wait for the launcher; a child can stop it and so disable the timeout. No child
// starts after LAUNCH_QUEUE_NS, so only the longest timeout counts. -1: no limit.
static int patience_ms(const struct launch *launches, size_t count)
{
    double longest_s = 0;
    for (size_t i = 0; i < count; i++) {
        if (launches[i].timeout_s <= 0)
            return -1;
        longest_s = fmax(longest_s, launches[i].timeout_s + launches[i].grace_s);
    }
    double patience = 1000 * (longest_s + PATIENCE_S) + LAUNCH_QUEUE_NS / 1e6;
    return patience < INT_MAX ? (int)patience : -1;
}

// Waits for the answer; kills a launcher that does not answer in time.
static bool await_answer(const struct launcher *launcher, const struct launch *launches,
                         bool *killed)
{
    int ready = await_word(launcher, patience_ms(launches, launcher->queue->count), launches->stop);
    *killed = ready == 0 && kill(launcher->pid, SIGKILL) == 0;
    char word;
    return ready > 0 && recv(launcher->socket, &word, 1, 0) == 1;
}

// Whether it ends, or has ended, by itself: what a child does to it is seen at its socket first.
static bool ends_soon(const struct launcher *launcher)
{
    siginfo_t info = {0};
    for (int waited_ms = 0; !info.si_pid && waited_ms < BREAK_MS; waited_ms++) {
        if (waitid(P_PID, (id_t)launcher->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
            return false;
        if (!info.si_pid)
            usleep(1000);
    }
    return info.si_pid != 0;
}

// Replaces a launcher that was killed; one that exited by itself would do so again. Outcomes that
// it finished before are valid, and may be all that were requested.
static bool start_again(struct launcher *launcher, const struct launch *launches, bool killed,
                        struct outcome *outcomes, size_t *ended, struct error *error)
{
    const char *path = launcher->path;
    if (!killed && !ends_soon(launcher))
        return failed(error, EXIT_FAILED, "the connection to the launcher '%s' is broken", path);
    int status = end_launcher(launcher);
    if (*ended < launcher->queue->count) {
        if (!WIFSIGNALED(status))
            return failed(error, EXIT_FAILED, "the launcher ended before '%s' did",
                          launches[*ended].program);
        struct outcome *last = &outcomes[(*ended)++];
        *last = (struct outcome){.ending = ENDED_LAUNCHER, .code = killed ? 0 : WTERMSIG(status)};
        clock_utc(last->start);
    }
    launcher_stop(launcher);
    return launcher_start(launcher, path, error);
}

// Pins the launcher to our CPU, unless it goes to that of its child: another one costs two wake-ups
// and cold caches, a tenth of a short execution. It may fail, because it only saves time.
static void move_near(struct launcher *launcher, const struct launch *launches, size_t count)
{
    int cpu = sched_getcpu();
    bool leaves = false;
    for (size_t i = 0; i < count; i++)
        leaves = leaves || launches[i].cpu_count;
    if (leaves)
        launcher->cpu = -1;
    if (launches->cpu_count || cpu == launcher->cpu || cpu < 0)
        return;
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    CPU_SET(cpu, &cpus);
    if (sched_setaffinity(launcher->pid, sizeof cpus, &cpus) == 0 && !leaves)
        launcher->cpu = cpu;
}

bool launcher_run(struct launcher *launcher, const struct launch *launches, size_t count,
                  struct outcome *outcomes, size_t *ended, struct error *error)
{
    struct launch_queue *queue = launcher->queue;
    bool answered = true, killed = false;
    if (write_queue(queue, launches, count)) {
        move_near(launcher, launches, count);
        answered = ask(launcher, launches->samples) && await_answer(launcher, launches, &killed);
    }
    *ended = queue->ended;
    memcpy(outcomes, queue->outcomes, *ended * sizeof *outcomes);
    return answered || start_again(launcher, launches, killed, outcomes, ended, error);
}

char *launcher_output(const struct launcher *launcher, struct arena *arena,
                      const struct outcome *outcome, int descriptor, size_t most, size_t *length)
{
    uint64_t written = outcome->output_bytes[descriptor - 1], kept = written;
    kept = kept < most ? kept : most;
    kept = kept < CHILD_OUTPUT_BYTES ? kept : CHILD_OUTPUT_BYTES;
    off_t ring = LAUNCH_QUEUE_BYTES + (off_t)(descriptor - 1) * CHILD_OUTPUT_BYTES;
    char *text = arena_alloc(arena, kept + 1);
    for (size_t done = 0; done < kept;) {
        uint64_t at = (written - kept + done) % CHILD_OUTPUT_BYTES, left = CHILD_OUTPUT_BYTES - at;
        ssize_t got = pread(launcher->area, text + done, kept - done < left ? kept - done : left,
                            ring + (off_t)at);
        if (got <= 0) {
            errno = got < 0 ? errno : EIO;
            return NULL;
        }
        done += (size_t)got;
    }
    if (length)
        *length = kept;
    return text;
}

static void add_entry(const char *entry, struct arena *arena, struct launched_files *files)
{
    if (*entry == FILE_MAPPED)
        text_list_add(&files->mapped, arena, entry + 1);
    if (*entry == FILE_EXECUTED)
        text_list_add(&files->executed, arena, entry + 1);
    if (*entry == FILE_EXECUTED)
        text_list_add(&files->contents, arena, "");
    if (*entry == FILE_CONTENT && files->contents.count)
        files->contents.items[files->contents.count - 1] = arena_strdup(arena, entry + 1);
}

bool launcher_files(const struct launcher *launcher, struct arena *arena,
                    struct launched_files *files, struct error *error)
{
    const struct used_entries *entries =
        mmap(NULL, sizeof *entries, PROT_READ, MAP_SHARED, launcher->area, LAUNCH_FILES_OFFSET);
    if (entries == MAP_FAILED)
        return failed_errno(error, "cannot read the files that a command used");
    for (const char *entry = entries->text; entry < entries->text + entries->length;
         entry += strlen(entry) + 1)
        add_entry(entry, arena, files);
    munmap((void *)entries, sizeof *entries);
    return true;
}

void launcher_stop(struct launcher *launcher)
{
    end_launcher(launcher);
    if (launcher->queue != MAP_FAILED)
        munmap(launcher->queue, LAUNCH_QUEUE_BYTES);
    if (launcher->area >= 0)
        close(launcher->area);
    *launcher = stopped;
}
