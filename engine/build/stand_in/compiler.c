// Calls the compiler proper of the calling gcc. gcc exports its own name as COLLECT_GCC.
#include "build/stand_in/compiler.h"

#include "base/files/paths.h"
#include "build/capture/record.h"
#include "build/stand_in/driver.h"

#include <errno.h>
#include <fcntl.h>
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

// Does configure, CMake or Meson only try something?
static bool is_try(char *const *argv)
{
    static const char *const signs[] = {"conftest.", "CMakeScratch", "CMakeTmp", "CompilerId",
                                        "meson-private"};
    for (; *argv; argv++)
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
            if (strstr(*argv, signs[i]))
                return true;
    return false;
}

// Of these options the last one holds.
static const char *const exclusive[] = {"'-O", "'-march=", "'-mtune=", "'-std="};

// gcc exports the options of its call, each in quotes; -DNAME as '-D' 'NAME'.
static bool has_option(struct arena *arena, const char *options, const char *flag)
{
    bool defines = text_starts(flag, "-D") && flag[2];
    const char *quoted =
        defines ? arena_printf(arena, "'-D' '%s'", flag + 2) : arena_printf(arena, "'%s'", flag);
    const char *found = NULL;
    for (const char *at = options; (at = strstr(at, quoted)); at++)
        found = at;
    for (size_t i = 0; found && i < sizeof exclusive / sizeof *exclusive; i++)
        if (text_starts(quoted, exclusive[i]) && strstr(found + 1, exclusive[i]))
            return false;
    return found != NULL;
}

static void tell(struct arena *arena, const char *name)
{
    const char *path = path_join(arena, getenv(RECORDS_VARIABLE), name);
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file >= 0)
        close(file);
}

// Which of the options that the experiment's file sets reach this compilation.
static void note_flags(struct arena *arena, char *const *argv)
{
    const char *flags = getenv(CFLAGS_VARIABLE), *options = getenv("COLLECT_GCC_OPTIONS");
    if (!flags || !options || !getenv(RECORDS_VARIABLE) || !makes_code(argv) || is_try(argv))
        return;
    tell(arena, COMPILED_FILE);
    char *rest = arena_strdup(arena, flags), *flag;
    for (size_t i = 0; (flag = strsep(&rest, "\n")); i++)
        if (has_option(arena, options, flag))
            tell(arena, arena_printf(arena, COMPILED_FILE "-%zu", i));
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
    note_flags(&arena, argv);
    struct text_list arguments = real_arguments(&arena, name, argv);
    if (arguments.count) {
        execv(arguments.items[0], arguments.items);
        fprintf(stderr, "eswexp: cannot run '%s': %s\n", arguments.items[0], strerror(errno));
    } else
        fprintf(stderr, "eswexp: gcc does not tell where its '%s' is\n", name);
    arena_release(&arena);
    return CANNOT_RUN;
}
