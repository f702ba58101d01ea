// Without memory libgit2 ends the program: left alone, 1.5 asks for more to say so, without an end.
#include "made_repository.h"

#include <errno.h>
#include <sys/wait.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);

static bool memory_is_refused;

// In place of libc's.
void *malloc(size_t size)
{
    errno = ENOMEM;
    return memory_is_refused ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    errno = ENOMEM;
    return memory_is_refused ? NULL : __libc_calloc(count, size);
}

static void without_memory_the_program_ends(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    int status = 0;
    made_write(made, "a.c", "int a;\n");
    made_commit(made, "first");
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    pid_t child = fork();
    if (child == 0) {
        struct revision revision;
        memory_is_refused = true;
        _exit(revision_resolve(repository, made->arena, "main", &revision, &error) ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), EXIT_FAILED);
}

int tests_of_git_memory(void)
{
    const struct CMUnitTest tests[] = {
        made_test(without_memory_the_program_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
