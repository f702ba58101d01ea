// Pictures: the plot scripts, run by a python3 that has matplotlib.
#include "report/plots.h"

#include "base/files.h"
#include "base/installation.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// The exit code, 127 where it could not be started.
static int run_and_wait(const char *const *words, bool silent)
{
    pid_t pid = 0;
    int status = 0;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (silent) {
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    int code = posix_spawnp(&pid, words[0], &actions, NULL, (char *const *)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (code)
        return 127;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool has_matplotlib(const char *python)
{
    const char *const words[] = {python, "-c", "import matplotlib, numpy", NULL};
    return run_and_wait(words, true) == 0;
}

// The first that imports matplotlib: ESWEXP_PYTHON, python3 on PATH, the system's own.
static const char *find_python(void)
{
    const char *const candidates[] = {getenv("ESWEXP_PYTHON"), "python3", "/usr/bin/python3"};
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
        if (candidates[i] && has_matplotlib(candidates[i]))
            return candidates[i];
    }
    return NULL;
}

bool plots_draw(struct arena *arena, const char *csv, const char *plots, const char *format,
                bool silent, struct error *error)
{
    char *scripts = NULL;
    if (!installation_data(arena, "plots", &scripts, error) || !folder_make(plots, error))
        return false;
    const char *python = find_python();
    if (!python)
        return failed(error, EXIT_FAILED,
                      "no python3 here imports matplotlib: install python3-matplotlib, or name one "
                      "that does in ESWEXP_PYTHON");
    const char *const words[] = {
        python, path_join(arena, scripts, "all.py"), csv, "--out", plots, "--format", format, NULL};
    int code = run_and_wait(words, silent);
    return code == 0 || failed(error, EXIT_FAILED, "drawing the pictures failed (exit %d)%s", code,
                               silent ? ": 'eswexp plot DIR' says why" : "");
}
