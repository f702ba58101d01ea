// The groups of unit tests that the command line names, or all: one a file, tests_of_NAME() of
// test_NAME.c.
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// An allocation that is too large returns NULL under the sanitizers, too.
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

// libgit2 1.5 forgets what did not match a pattern, and where it fails a merge base's beginnings
// and the reference that is a revision's name.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libpcre2\nleak:git_merge_base\nleak:git_reference_dwim";
}

// UNIT_TEST_GROUPS is what CMake makes of the files: UNIT_TEST_GROUP(arena)
// UNIT_TEST_GROUP(archive) …
#define UNIT_TEST_GROUP(name) {#name, tests_of_##name},
static const struct group {
    const char *name;
    int (*run)(void); // how many tests failed
} groups[] = {UNIT_TEST_GROUPS};

// Where and with which variables each group begins, whatever the one before left.
static void begin_alike(int folder, char *const *variables)
{
    clearenv();
    for (; *variables; variables++)
        putenv(*variables);
    if (fchdir(folder))
        abort();
}

int main(int argc, char **argv)
{
    int found = 0, failed = 0, folder = open(".", O_PATH | O_CLOEXEC);
    size_t count = 0;
    while (environ[count])
        count++;
    char **variables = calloc(count + 1, sizeof *variables);
    for (size_t i = 0; variables && i < count; i++)
        variables[i] = environ[i];
    if (!variables || folder < 0)
        return 2;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        bool chosen = argc < 2;
        for (int word = 1; word < argc; word++)
            chosen |= strcmp(argv[word], groups[i].name) == 0;
        if (!chosen)
            continue;
        if (found++)
            begin_alike(folder, variables);
        fprintf(stderr, "unit %s\n", groups[i].name); // the last one is it, where all ends
        if (groups[i].run() == 0)
            continue;
        fprintf(stderr, "unit %s: failed\n", groups[i].name);
        failed++;
    }
    free(variables);
    close(folder);
    if (found < argc - 1)
        fprintf(stderr, "%s: there is no group of one of these names\n", argv[0]);
    return failed || found < argc - 1;
}
