// Support for meters that read a process stopped at its exit.
#include "meters/memory/at_end.h"

#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

// Tries it, because seccomp, capabilities or a security module may refuse ptrace.
bool at_end_probe(const struct meter *meter, struct arena *arena, const char *root,
                  const char **why)
{
    int status = 0;
    pid_t child = fork();
    (void)meter;
    (void)arena;
    (void)root;
    if (child == 0)
        _exit(ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0);
    *why = "ptrace is refused here (docker: --cap-add SYS_PTRACE)";
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}
