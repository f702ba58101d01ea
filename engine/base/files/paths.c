// Joins, normalises and compares paths, and finds programs.
#include "base/files/paths.h"

#include "base/error.h"
#include "base/files/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *path_join(struct arena *arena, const char *folder, const char *name)
{
    if (name[0] == '/')
        return arena_strdup(arena, name);
    const char *gap = *folder && !text_ends(folder, "/") ? "/" : "";
    return arena_printf(arena, "%s%s%s", folder, gap, name);
}

const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *path_folder(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return arena_strdup(arena, ".");
    return slash == path ? arena_strdup(arena, "/")
                         : arena_strndup(arena, path, (size_t)(slash - path));
}

// Removes "." and ".." from an absolute path, in place.
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

char *path_normal(struct arena *arena, const char *path)
{
    char *normal = arena_strdup(arena, path);
    normalise(normal);
    return normal;
}

const char *path_within(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    length -= length > 0 && folder[length - 1] == '/';
    bool inside = strncmp(path, folder, length) == 0 && (!path[length] || path[length] == '/');
    return inside ? path + length + (path[length] == '/') : NULL;
}

// The path up to `end`, its links resolved (the caller frees it); NULL where it does not exist.
static char *resolve(char *path, char *end)
{
    char kept = *end;
    *end = '\0';
    char *real = realpath(end == path ? "/" : path, NULL);
    if (!real && errno == ENOMEM)
        out_of_memory();
    *end = kept;
    return real;
}

char *path_here(struct arena *arena)
{
    char *here = getcwd(NULL, 0);
    if (!here && errno == ENOMEM)
        out_of_memory();
    char *path = arena_strdup(arena, here ? here : "/proc/self/cwd");
    free(here);
    return path;
}

char *path_absolute(struct arena *arena, const char *path)
{
    char *whole = path_join(arena, path_here(arena), path), *end = whole + strlen(whole);
    char *real = resolve(whole, end);
    while (!real && end > whole) {
        while (*--end != '/')
            ;
        real = resolve(whole, end);
    }
    char *result = arena_printf(arena, "%s%s", real ? real : "", end);
    free(real);
    normalise(result);
    return result;
}

bool path_is_plain(const char *path)
{
    for (const char *part = path;; part += *part == '/') {
        size_t length = strcspn(part, "/");
        if (length == 0 || (length <= 2 && strspn(part, ".") >= length))
            return false;
        part += length;
        if (!*part)
            return true;
    }
}

bool link_stays_inside(const char *path, const char *target)
{
    size_t depth = 0;
    for (const char *slash = path; (slash = strchr(slash, '/')); slash++)
        depth++;
    while (strncmp(target, "..", 2) == 0 && (target[2] == '/' || !target[2])) {
        if (depth-- == 0)
            return false;
        target += 2 + (target[2] == '/');
    }
    return !*target || path_is_plain(target);
}

bool file_can_run(const char *path)
{
    return file_exists(path) && access(path, X_OK) == 0;
}

char *path_find_program(struct arena *arena, const char *word, const char *path, const char *folder)
{
    char *program = path_join(arena, folder ? folder : "", word);
    if (strchr(word, '/'))
        return file_can_run(program) ? program : NULL;
    for (const char *part = path ? path : PATH_USUAL; *part;) {
        size_t length = strcspn(part, ":");
        char *place = arena_strndup(arena, part, length);
        if (folder)
            place = path_join(arena, folder, place);
        program = path_join(arena, place, word);
        if ((folder || place[0] == '/') && file_can_run(program))
            return program;
        part += length + (part[length] == ':');
    }
    return NULL;
}
