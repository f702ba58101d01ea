// Asks compilers by -print-prog-name. gcc exports its own name; clang is the parent process.
#include "build/stand_in/driver.h"

#include "base/files/paths.h"
#include "base/text.h"
#include "build/stand_in/answer.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Without this folder, a compiler finds its own programs.
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

char *driver_program(struct arena *arena, const char *driver, const char *name, const char *folder)
{
    TEXT_CLEANUP struct text output = {0};
    const char *path = getenv("COMPILER_PATH");
    char *own = path ? arena_strdup(arena, path) : NULL, *found = NULL;
    char *argv[] = {arena_strdup(arena, driver), arena_printf(arena, "-print-prog-name=%s", name),
                    NULL};
    folder = path_absolute(arena, folder);
    leave_folder(arena, folder);
    if (answer_of(argv, &output) == 0 && output.length) {
        const char *line = arena_strndup(arena, output.bytes, strcspn(output.bytes, "\n"));
        found = path_find_program(arena, line, getenv("PATH"), "");
    }
    if (own)
        setenv("COMPILER_PATH", own, 1);
    const char *self = path_absolute(arena, path_join(arena, folder, name));
    return found && !text_equal(path_absolute(arena, found), self) ? found : NULL;
}

char *caller_linker(struct arena *arena, const char *name, const char *folder)
{
    const char *driver = getenv("COLLECT_GCC");
    if (!driver) {
        driver = path_absolute(arena, arena_printf(arena, "/proc/%d/exe", getppid()));
        const char *slash = strrchr(driver, '/');
        if (!slash || !strstr(slash, "clang"))
            return NULL;
    }
    return driver_program(arena, driver, name, folder);
}
