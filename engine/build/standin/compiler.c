// Calls the compiler proper of the calling gcc. gcc exports its own name as COLLECT_GCC.
#include "build/standin/compiler.h"

#include "base/files/paths.h"
#include "build/standin/answer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CANNOT_RUN = 127 };

const char *const compiler_names[] = {"cc1", "cc1plus", "lto1", NULL};

// Without this folder, gcc finds its own compiler.
static void leave_folder(struct arena *arena, const char *folder)
{
    const char *before = getenv("COMPILER_PATH");
    char *rest = before ? arena_strdup(arena, before) : NULL, *one;
    const char *after = "";
    while ((one = strsep(&rest, ":")))
        if (!text_equal(path_absolute(arena, one), folder))
            after = arena_printf(arena, "%s%s%s", after, *after ? ":" : "", one);
    if (*after)
        setenv("COMPILER_PATH", after, 1);
    else
        unsetenv("COMPILER_PATH");
}

// Absolute, or NULL.
static char *real_compiler(struct arena *arena, const char *name)
{
    TEXT_CLEANUP struct text output = {0};
    const char *driver = getenv("COLLECT_GCC");
    char *argv[] = {arena_strdup(arena, driver ? driver : "gcc"),
                    arena_printf(arena, "-print-prog-name=%s", name), NULL};
    if (answer_of(argv, &output) != 0 || !output.length || output.bytes[0] != '/')
        return NULL;
    return arena_strndup(arena, output.bytes, strcspn(output.bytes, "\n"));
}

// Preprocessing makes no code.
static bool makes_code(char *const *argv)
{
    for (; *argv; argv++)
        if (text_equal(*argv, "-E"))
            return false;
    return true;
}

// The arguments of the real compiler, itself first; none if it is not found.
static struct text_list real_arguments(struct arena *arena, const char *name, char *const *argv)
{
    struct text_list arguments = {0};
    const char *path = getenv("COMPILER_PATH");
    char *own = path ? arena_strdup(arena, path) : NULL;
    leave_folder(arena, path_absolute(arena, path_folder(arena, argv[0])));
    char *real = real_compiler(arena, name);
    if (own)
        setenv("COMPILER_PATH", own, 1);
    if (!real || text_equal(path_absolute(arena, real), path_absolute(arena, argv[0])))
        return arguments;
    text_list_add(&arguments, arena, real);
    if (makes_code(argv))
        text_list_add(&arguments, arena, FUNCTION_SECTIONS);
    while (*++argv)
        text_list_add(&arguments, arena, *argv);
    return arguments;
}

int compiler_stand_in(const char *name, char *const *argv)
{
    struct arena arena = {0};
    struct text_list arguments = real_arguments(&arena, name, argv);
    if (arguments.count) {
        execv(arguments.items[0], arguments.items);
        fprintf(stderr, "eswexp: cannot run '%s': %s\n", arguments.items[0], strerror(errno));
    } else
        fprintf(stderr, "eswexp: gcc does not tell where its '%s' is\n", name);
    arena_release(&arena);
    return CANNOT_RUN;
}
