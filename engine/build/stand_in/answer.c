// Runs a program and reads what it prints.
#include "build/stand_in/answer.h"

#include "base/files/files.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANNOT_RUN = 127 };

static bool spawn(char *const *argv, const int *ends, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    bool started = posix_spawnp(child, argv[0], &actions, NULL, argv, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    return started;
}

int answer_of(char *const *argv, struct text *output)
{
    int ends[2], status = 0;
    pid_t child;
    char bytes[4096];
    ssize_t count;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return CANNOT_RUN;
    bool started = spawn(argv, ends, &child);
    close(ends[1]);
    while (started && ((count = read(ends[0], bytes, sizeof bytes)) > 0 || errno == EINTR))
        if (count > 0)
            text_add_bytes(output, bytes, (size_t)count);
        else if (count == 0)
            break;
    close(ends[0]);
    while (started && waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return CANNOT_RUN;
    if (!started)
        return CANNOT_RUN;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
