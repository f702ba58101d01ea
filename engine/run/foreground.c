// Runs a program under a tool that has the terminal.
#include "run/foreground.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "model/process_settings.h"
#include "run/launcher/starting.h"
#include "run/start/same_stack.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// What fails in the child before its exec.
struct refusal {
    char stage[32];
    int number;
};

// How the tool is started.
struct start {
    const struct launch *launch;
    const char *tool;
    char **arguments, **environment;
    struct starting starting;
    struct parent parent;
};

static struct start start_of(struct arena *arena, const struct launch *launch, const char *path,
                             const struct text_list *tool)
{
    struct same_stack same = same_stack(arena, launch, launch->program, launch->arguments);
    size_t length = strlen(launch->program);
    char *program = arena_alloc(arena, same.slashes + length + 1);
    struct text_list words = {0};
    memset(program, '/', same.slashes);
    memcpy(program + same.slashes, launch->program, length);
    for (size_t i = 0; i < tool->count; i++)
        text_list_add(&words, arena, tool->items[i]);
    text_list_add(&words, arena, program);
    for (char *const *word = launch->arguments + 1; *word; word++)
        text_list_add(&words, arena, *word);
    return (struct start){
        .launch = launch, .tool = path, .arguments = words.items, .environment = same.environment};
}

// The tool needs memory of its own, and is part of what a priority would hold for.
static bool read_settings(struct start *start)
{
    bool known = starting_of(start->launch, &start->starting) && parent_here(&start->parent);
    start->starting.memory_limit_bytes = 0;
    start->starting.process_settings.urgency = URGENCY_INHERITED;
    return known;
}

// Returns only on failure: the name of the failed step, with errno. The engine ignores or handles
// some signals, which its children must not inherit.
static const char *become(const struct start *start)
{
    static const int signals[] = {SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGPIPE, SIGXFSZ};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    const char *refused = start_apply(&start->starting, &start->parent, start->launch->folder);
    if (refused)
        return refused;
    execve(start->tool, start->arguments, start->environment);
    return "execve";
}

static void refuse(int handle, const char *stage)
{
    struct refusal refusal = {.number = errno};
    strncpy(refusal.stage, stage, sizeof refusal.stage - 1);
    (void)!write(handle, &refusal, sizeof refusal);
    _exit(127);
}

static bool wait_for(pid_t child, int *status, struct error *error)
{
    pid_t ended;
    while ((ended = waitpid(child, status, 0)) < 0 && errno == EINTR)
        ;
    return ended == child || failed_errno(error, "cannot wait for the tool");
}

// The tool decides what Ctrl-C means, as in system(3).
static bool start_and_wait(const struct start *start, int *status, struct error *error)
{
    struct sigaction ignored = {.sa_handler = SIG_IGN}, interrupt, quit;
    struct refusal refusal;
    int pair[2];
    if (pipe2(pair, O_CLOEXEC) != 0)
        return failed_errno(error, "cannot start '%s'", start->tool);
    sigaction(SIGINT, &ignored, &interrupt);
    sigaction(SIGQUIT, &ignored, &quit);
    pid_t child = fork();
    if (child == 0)
        refuse(pair[1], become(start));
    close(pair[1]);
    bool refused = child > 0 && read(pair[0], &refusal, sizeof refusal) == sizeof refusal;
    bool done = child > 0 ? wait_for(child, status, error)
                          : failed_errno(error, "cannot start '%s'", start->tool);
    close(pair[0]);
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    return done && (!refused || failed(error, EXIT_FAILED, "cannot start '%s': %s: %s", start->tool,
                                       refusal.stage, strerror(refusal.number)));
}

bool foreground_run(const struct launch *launch, const struct text_list *tool, int *status,
                    struct error *error)
{
    struct arena scratch = {0};
    // the tool may be named by a path from here
    const char *path =
        path_find_program(&scratch, tool->items[0], getenv("PATH"), path_here(&scratch));
    struct start start = {.launch = launch};
    if (path)
        start = start_of(&scratch, launch, path, tool);
    bool done = !path ? failed(error, EXIT_USAGE, "there is no program '%s' to run it under",
                               tool->items[0])
                : read_settings(&start) ? start_and_wait(&start, status, error)
                                        : failed_errno(error, "cannot start '%s'", path);
    arena_release(&scratch);
    return done;
}
