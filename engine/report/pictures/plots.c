// Pictures: the plot scripts, run by a python3 that has matplotlib.
#include "report/pictures/plots.h"

#include "base/files/files.h"
#include "base/files/installation.h"
#include "base/files/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// Runs a program in `folder`; returns its exit code, or 127 if it did not start. `inherited`: a
// descriptor, or -1.
static int run_and_wait(const char *const *words, const char *folder, int inherited, bool silent)
{
    pid_t pid = 0;
    int status = 0;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (inherited >= 0) // onto itself: without FD_CLOEXEC
        posix_spawn_file_actions_adddup2(&actions, inherited, inherited);
    if (silent) {
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    int code = posix_spawn(&pid, words[0], &actions, NULL, (char *const *)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (code)
        return 127;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Isolated (-I): no module of the working folder, PYTHONPATH or the user's own packages is
// imported. Without bytecode (-B): an installation stays as it is.
#define ISOLATED "-IB"

static bool has_matplotlib(const char *python, const char *scripts)
{
    const char *const words[] = {python, ISOLATED, "-c", "import matplotlib, numpy", NULL};
    return run_and_wait(words, scripts, -1, true) == 0;
}

// The absolute path of a python. Symbolic links stay, because the python of a virtual environment
// is one. Only a word with a slash is relative to the working folder.
static const char *place_of(struct arena *arena, const char *word)
{
    const char *here = strchr(word, '/') ? path_absolute(arena, ".") : NULL;
    return path_find_program(arena, word, getenv("PATH"), here);
}

// The first that imports matplotlib: ESWEXP_PYTHON, python3 on PATH, the system's own.
static const char *find_python(struct arena *arena, const char *scripts)
{
    const char *const candidates[] = {getenv("ESWEXP_PYTHON"), "python3", "/usr/bin/python3"};
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
        const char *python = candidates[i] ? place_of(arena, candidates[i]) : NULL;
        if (python && has_matplotlib(python, scripts))
            return python;
    }
    return NULL;
}

// Stands beside the pictures while they are drawn, and after it where that failed or was killed.
static const char mark[] = ".drawing";

static bool put_mark(const struct folder *plots, struct error *error)
{
    FD_CLEANUP int fd = openat(plots->fd, mark, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    return fd >= 0 || failed_errno(error, "cannot write into '%s'", plots->path);
}

bool plots_unfinished(struct arena *arena, const char *folder)
{
    return file_exists(path_join(arena, folder, arena_printf(arena, "plots/%s", mark)));
}

bool plots_draw(struct arena *arena, const char *csv, const struct folder *plots,
                const struct plots_wanted *wanted, struct error *error)
{
    char *scripts = NULL;
    if (!installation_data(arena, "plots", &scripts, error))
        return false;
    const char *python = find_python(arena, scripts);
    if (!python)
        return failed(
            error, EXIT_FAILED,
            "no python3 here imports matplotlib (packages in PYTHONPATH or in your home are not "
            "used): install python3-matplotlib, or set ESWEXP_PYTHON to a python that imports it");
    const char *const words[] = {python,
                                 ISOLATED,
                                 path_join(arena, scripts, "all.py"),
                                 path_absolute(arena, csv),
                                 "--out",
                                 path_absolute(arena, plots->path),
                                 "--out-fd",
                                 arena_printf(arena, "%d", plots->fd),
                                 "--format",
                                 wanted->format ? wanted->format : PLOTS_FORMAT,
                                 wanted->all ? "--all" : NULL,
                                 NULL};
    // In the folder of the scripts: matplotlib obeys a matplotlibrc of the working folder.
    if (!put_mark(plots, error))
        return false;
    int code = run_and_wait(words, scripts, plots->fd, wanted->silent);
    if (code == 0)
        unlinkat(plots->fd, mark, 0);
    if (code == EXIT_INTERRUPTED)
        return failed(error, EXIT_INTERRUPTED, "interrupted: 'eswexp plot DIR' draws them");
    return code == 0 || failed(error, EXIT_FAILED, "drawing the pictures failed (exit %d)%s", code,
                               wanted->silent ? ": 'eswexp plot DIR' says why" : "");
}
