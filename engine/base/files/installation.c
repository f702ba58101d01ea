// Finds the program's own parts.
#include "base/files/installation.h"

#include "base/files/paths.h"

#include <limits.h>
#include <unistd.h>

char *installation_program(struct arena *arena)
{
    char path[PATH_MAX]; // as the kernel has it, also where its folders may not be read
    ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    return arena_strndup(arena, path, length > 0 ? (size_t)length : 0);
}

static bool find(struct arena *arena, const char *kind, const char *name, char **path,
                 struct error *error)
{
    char *folder = path_folder(arena, installation_program(arena));
    const char *const roots[] = {"", "/.."};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        *path = arena_printf(arena, "%s%s/%s/eswexp/%s", folder, roots[i], kind, name);
        if (access(*path, R_OK) == 0)
            return true;
    }
    return failed(error, EXIT_FAILED, "'%s/eswexp/%s' is missing beside '%s': reinstall eswexp",
                  kind, name, folder);
}

bool installation_helper(struct arena *arena, const char *name, char **path, struct error *error)
{
    return find(arena, "libexec", name, path, error);
}

bool installation_data(struct arena *arena, const char *name, char **path, struct error *error)
{
    return find(arena, "share", name, path, error);
}
