// The engine's side of the harness: a sample memory, and a child whose words and exit are seen.
#pragma once

#include "kernels/eswexp.h"

#include <sys/wait.h>

#include "testing.h"

enum { ROOM = 1 << 16 }; // bytes of every sample memory made here

static struct esw_header *view;

// Makes a sample memory as the engine does: `view` sees it, the environment names it.
static void offer(uint64_t capacity, struct esw_request request)
{
    char number[16];
    int fd = memfd_create("samples", 0);
    assert_true(fd >= 0 && ftruncate(fd, ROOM) == 0);
    assert_true(esw_memory_size(capacity, &request) <= ROOM);
    view = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0);
    assert_true(view != MAP_FAILED);
    esw_prepare(view, capacity, &request);
    snprintf(number, sizeof(number), "%d", fd);
    setenv(ESW_VARIABLE, number, 1);
}

static int withdraw(void **state)
{
    (void)state;
    if (view)
        munmap(view, ROOM);
    view = NULL;
    unsetenv(ESW_VARIABLE);
    return 0;
}

// Runs main_of in a child whose output goes to a text; returns its wait status.
static inline int in_child(int (*main_of)(int argc, char **argv), const char *const *argv,
                           char *text, size_t size)
{
    int output = memfd_create("output", 0), status = 0, argc = 0;
    while (argv[argc])
        argc++;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(output, STDOUT_FILENO);
        dup2(output, STDERR_FILENO);
        int code = main_of(argc, (char **)argv);
        fflush(NULL);
        _exit(code);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    ssize_t length = pread(output, text, size - 1, 0);
    text[length > 0 ? length : 0] = '\0';
    close(output);
    return status;
}

static inline void assert_exits(int (*main_of)(int argc, char **argv), const char *const *argv,
                                int code, const char *words)
{
    char text[4096];
    int status = in_child(main_of, argv, text, sizeof(text));
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), code);
    if (!strstr(text, words))
        fail_msg("no '%s' in '%s'", words, text);
}
