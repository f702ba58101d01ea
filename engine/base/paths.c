// Paths as text.
#include "base/files.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *path_join(struct arena *arena, const char *folder, const char *name)
{
    if (name[0] == '/')
        return arena_strdup(arena, name);
    size_t length = strlen(folder);
    return arena_printf(arena, length && folder[length - 1] == '/' ? "%s%s" : "%s/%s", folder,
                        name);
}

char *path_folder(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return arena_strdup(arena, ".");
    return slash == path ? arena_strdup(arena, "/")
                         : arena_strndup(arena, path, (size_t)(slash - path));
}

// Takes "." and ".." out of an absolute path, in place.
static void normalise(char *path)
{
    char *out = path;
    for (const char *part = path; *part;) {
        part += strspn(part, "/");
        size_t length = strcspn(part, "/");
        if (length == 2 && part[0] == '.' && part[1] == '.') {
            while (out > path && *--out != '/')
                ;
        } else if (length && !(length == 1 && part[0] == '.')) {
            *out++ = '/';
            memmove(out, part, length);
            out += length;
        }
        part += length;
    }
    if (out == path)
        *out++ = '/';
    *out = '\0';
}

char *path_absolute(struct arena *arena, const char *path)
{
    char *real = realpath(path, NULL);
    if (real) {
        char *result = arena_strdup(arena, real);
        free(real);
        return result;
    }
    char *here = getcwd(NULL, 0);
    char *result = path_join(arena, here ? here : "/", path);
    free(here);
    normalise(result);
    return result;
}

char *path_cache(struct arena *arena)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && cache[0] == '/')
        return arena_printf(arena, "%s/eswexp", cache);
    return arena_printf(arena, "%s/.cache/eswexp", home && *home ? home : "/tmp");
}
