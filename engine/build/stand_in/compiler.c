// Calls the compiler proper of the calling gcc. gcc exports its own name as COLLECT_GCC.
#include "build/stand_in/compiler.h"

#include "base/files/paths.h"
#include "build/stand_in/driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CANNOT_RUN = 127 };

const char *const compiler_names[] = {"cc1", "cc1plus", "f951", "lto1", NULL};

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
    const char *driver = getenv("COLLECT_GCC");
    char *real = driver_program(arena, driver ? driver : "gcc", name, path_folder(arena, argv[0]));
    if (!real)
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
