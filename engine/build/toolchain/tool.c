// Runs tools in their own process groups, with a time limit, and keeps their output.
#include "build/toolchain/tool.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/files/files.h"
#include "build/toolchain/complaint.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_STARTED = 127 };

// In the child, which has the parent's memory until exec(): only async-signal-safe calls.
__attribute__((noreturn)) static void exec_tool(const struct tool *tool, int output, pid_t parent)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) // it was killed before
        _exit(NOT_STARTED);
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(null, 0);
    dup2(tool->is_mute ? null : output, 1);
    dup2(tool->is_mute ? null : output, 2);
    if (!tool->folder || chdir(tool->folder) == 0)
        execvpe(tool->arguments[0], tool->arguments, tool->environment);
    const char *why = strerrordesc_np(errno);
    if (write(2, why, strlen(why)) < 0)
        _exit(NOT_STARTED + 1);
    _exit(NOT_STARTED);
}

// By vfork(), as fork() copies the tables of all memory: 4 to 11 ms where a hypervisor holds them.
// Signals wait, so that no handler runs in the child.
static pid_t start(const struct tool *tool, int output)
{
    pid_t own = getpid();
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = vfork();
    if (child == 0)
        exec_tool(tool, output, own);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return child;
}

bool tool_start(const struct tool *tool, struct running_tool *running, struct error *error)
{
    *running = (struct running_tool){.pid = -1, .stop = tool->stop};
    running->output = memfd_create("tool", MFD_CLOEXEC);
    if (running->output < 0)
        return failed_errno(error, "cannot store the output of '%s'", tool->arguments[0]);
    if (tool->timeout_s > 0)
        running->deadline_ns = clock_boot_ns() + (int64_t)(tool->timeout_s * 1e9);
    running->pid = start(tool, running->output);
    if (running->pid < 0) {
        close_fd(&running->output);
        return failed_errno(error, "cannot start '%s'", tool->arguments[0]);
    }
    setpgid(running->pid, running->pid); // in parent and child, whichever runs first
    return true;
}

// True when the child has ended, false when `deadline_ns` has passed (0: none) or `stop` is set.
static bool await(int pidfd, int64_t deadline_ns, const volatile sig_atomic_t *stop)
{
    const int64_t most_ms = stop ? 100 : INT32_MAX; // another thread may have received the signal
    struct pollfd ended = {.fd = pidfd, .events = POLLIN};
    for (;;) {
        int64_t left_ms = deadline_ns ? (deadline_ns - clock_boot_ns()) / 1000000 + 1 : most_ms;
        if (left_ms <= 0 || (stop && *stop))
            return false;
        if (poll(&ended, 1, (int)(left_ms < most_ms ? left_ms : most_ms)) > 0)
            return true;
    }
}

static void end_group(const struct running_tool *running, int pidfd)
{
    const int64_t grace_ns = 2000000000;
    kill(-running->pid, SIGTERM);
    await(pidfd, clock_boot_ns() + grace_ns, NULL);
    kill(-running->pid, SIGKILL); // also processes that the tool left behind
}

static bool read_output(int fd, struct text *output, struct error *error)
{
    char buffer[16384];
    ssize_t got;
    off_t at = 0;
    text_add(output, "");
    while ((got = pread(fd, buffer, sizeof buffer, at)) > 0) {
        text_add_bytes(output, buffer, (size_t)got);
        at += got;
    }
    return got < 0 ? failed_errno(error, "cannot read a tool's output") : true;
}

bool tool_finish(struct running_tool *running, struct tool_end *end, struct error *error)
{
    *end = (struct tool_end){0};
    FD_CLEANUP int output = running->output;
    FD_CLEANUP int pidfd = (int)syscall(SYS_pidfd_open, running->pid, 0);
    if (pidfd < 0)
        return failed_errno(error, "cannot open a pidfd of a tool");
    if (!await(pidfd, running->deadline_ns, running->stop)) {
        end->interrupted = running->stop && *running->stop;
        end->timed_out = !end->interrupted;
        end_group(running, pidfd);
    }
    while (waitpid(running->pid, &end->status, 0) < 0)
        if (errno != EINTR)
            return failed_errno(error, "cannot wait for a tool");
    return read_output(output, &end->output, error);
}

bool tool_log(const char *log, const struct tool *tool, const struct tool_end *end,
              struct error *error)
{
    FILE_CLEANUP FILE *file = fopen(log, "ae");
    if (!file)
        return failed_errno(error, "cannot write '%s'", log);
    for (char *const *word = tool->arguments; *word; word++)
        fprintf(file, "%s%s", word == tool->arguments ? "$ " : " ", *word);
    fprintf(file, "\n%s\n", end->output.bytes);
    return ferror(file) ? failed_errno(error, "cannot write '%s'", log) : true;
}

bool tool_run(const struct tool *tool, const char *log, struct tool_end *end, struct error *error)
{
    struct running_tool running;
    if (!tool_start(tool, &running, error) || !tool_finish(&running, end, error))
        return false;
    return !log || tool_log(log, tool, end, error);
}

bool tool_succeeded(const struct tool_end *end)
{
    return !end->timed_out && !end->interrupted && end->status == 0;
}

bool tool_failed(const struct tool_end *end, const char *what, struct error *error)
{
    if (end->interrupted)
        return failed(error, EXIT_INTERRUPTED, "%s was interrupted", what);
    char how[64] = "exceeded its time limit and was killed";
    if (!end->timed_out && WIFSIGNALED(end->status))
        snprintf(how, sizeof how, "was killed by signal %d", WTERMSIG(end->status));
    else if (!end->timed_out)
        snprintf(how, sizeof how, "failed with exit status %d", WEXITSTATUS(end->status));
    struct arena scratch = {0};
    const char *words = complaint_of(&scratch, end->output.bytes, end->output.length).text;
    failed(error, EXIT_FAILED, "%s %s%s%s", what, how, *words ? ":\n" : "", words);
    arena_release(&scratch);
    return false;
}

static bool is_set(const struct text_list *settings, const char *variable)
{
    size_t name = strcspn(variable, "=");
    for (size_t i = 0; i < settings->count; i++)
        if (strcspn(settings->items[i], "=") == name &&
            strncmp(settings->items[i], variable, name) == 0)
            return true;
    return false;
}

struct text_list environment_with(struct arena *arena, const struct text_list *settings)
{
    struct text_list result = {.items = arena_new_array(arena, char *, 1)};
    for (char **variable = environ; *variable; variable++)
        if (!is_set(settings, *variable))
            text_list_add(&result, arena, *variable);
    for (size_t i = 0; i < settings->count; i++)
        if (strchr(settings->items[i], '='))
            text_list_add(&result, arena, settings->items[i]);
    return result;
}

static bool ask(struct arena *arena, const char *program, const char *option, char **line,
                struct error *error)
{
    char *arguments[] = {arena_strdup(arena, program), arena_strdup(arena, option), NULL};
    struct text_list without_path = {0};
    text_list_add(&without_path, arena, "COMPILER_PATH");
    text_list_add(&without_path, arena, "LC_ALL=C");
    struct text_list environment = environment_with(arena, &without_path);
    struct tool tool = {.arguments = arguments, .environment = environment.items, .timeout_s = 60};
    struct tool_end end = {0};
    bool good = tool_run(&tool, NULL, &end, error);
    const char *output = end.output.bytes ? end.output.bytes : "";
    if (good)
        *line = arena_strndup(arena, output, strcspn(output, "\n"));
    if (good && !tool_succeeded(&end))
        good = tool_failed(&end, arena_printf(arena, "'%s %s'", program, option), error);
    text_release(&end.output);
    return good;
}

struct answer {
    const char *question, *line;
    const struct answer *next;
};

// What tools have answered: every target asks the same compilers and linkers.
static struct {
    pthread_mutex_t lock;
    struct arena arena;
    const struct answer *first;
} answers = {.lock = PTHREAD_MUTEX_INITIALIZER};

static const char *find_answer(const char *question)
{
    for (const struct answer *answer = answers.first; answer; answer = answer->next)
        if (text_equal(answer->question, question))
            return answer->line;
    return NULL;
}

static void keep_answer(const char *question, const char *line)
{
    struct answer *answer = arena_new(&answers.arena, struct answer);
    *answer = (struct answer){.question = arena_strdup(&answers.arena, question),
                              .line = arena_strdup(&answers.arena, line),
                              .next = answers.first};
    answers.first = answer;
}

bool tool_first_line(struct arena *arena, const char *program, const char *option, char **line,
                     struct error *error)
{
    const char *path = getenv("PATH"); // finds the program
    const char *question = arena_printf(arena, "%s\n%s\n%s", program, option, path ? path : "");
    pthread_mutex_lock(&answers.lock);
    const char *answer = find_answer(question);
    bool good = answer || ask(arena, program, option, line, error);
    if (good && !answer)
        keep_answer(question, *line);
    else if (good)
        *line = arena_strdup(arena, answer);
    pthread_mutex_unlock(&answers.lock);
    return good;
}
