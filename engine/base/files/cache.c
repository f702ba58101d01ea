// The cache, where programs are built: a folder that nobody else may write into.
#include "base/files/cache.h"

#include "base/files/paths.h"
#include "base/text.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REMEDY "set XDG_CACHE_HOME or HOME to a folder that only you may write into"

char *cache_path(struct arena *arena)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && cache[0] == '/')
        return arena_printf(arena, "%s/eswexp", cache);
    return home && *home ? arena_printf(arena, "%s/.cache/eswexp", home)
                         : arena_printf(arena, "/tmp/eswexp-%u", (unsigned)geteuid());
}

// Is this the user's own group, without other members?
static bool is_private(gid_t id)
{
    struct group *group = getgrgid(id);
    struct passwd *user = getpwuid(geteuid());
    return group && user && !group->gr_mem[0] && text_equal(group->gr_name, user->pw_name);
}

static bool others_may_write(const struct stat *status)
{
    bool by_group = (status->st_mode & S_IWGRP) && !is_private(status->st_gid);
    return !S_ISLNK(status->st_mode) && (by_group || (status->st_mode & S_IWOTH));
}

// The owner of "/" is the system: in a user namespace that may not be 0.
static bool is_of_the_system(const struct stat *status)
{
    struct stat root;
    return status->st_uid == 0 || (stat("/", &root) == 0 && status->st_uid == root.st_uid);
}

// `own`: a folder of the cache, where no other user may add files. Above it a sticky folder is
// safe, because users cannot replace files of others there.
static bool check(const char *path, bool own, struct error *error)
{
    struct stat status;
    if (lstat(path, &status) != 0)
        return failed_errno(error, "cannot inspect '%s'", path);
    if (own && !S_ISDIR(status.st_mode))
        return failed(error, EXIT_FAILED, "'%s' is a %s, not a folder: remove it, or " REMEDY, path,
                      S_ISLNK(status.st_mode) ? "link" : "file");
    if (status.st_uid != geteuid() && (own || !is_of_the_system(&status)))
        return failed(error, EXIT_FAILED, "'%s' belongs to another user: " REMEDY, path);
    bool protected = !own && (status.st_mode & S_ISVTX);
    return protected || !others_may_write(&status) ||
           failed(error, EXIT_FAILED,
                  "other users may write into '%s': 'chmod go-w' it if it is yours, or " REMEDY,
                  path);
}

static bool make(const char *path, struct error *error)
{
    struct stat status;
    return lstat(path, &status) == 0 || mkdir(path, 0700) == 0 || errno == EEXIST ||
           failed_errno(error, "cannot make the folder '%s' (" REMEDY ")", path);
}

// From "/" down to the whole path; folders longer than `above` belong to the cache.
static bool make_and_check(struct arena *arena, const char *path, size_t above, struct error *error)
{
    bool good = check("/", false, error);
    for (const char *end = path; good && *end;) {
        end += 1 + strcspn(end + 1, "/");
        const char *part = arena_strndup(arena, path, (size_t)(end - path));
        good = make(part, error) && check(part, (size_t)(end - path) > above, error);
    }
    return good;
}

bool cache_folder(struct arena *arena, const char *name, char **folder, struct error *error)
{
    const char *cache = path_normal(arena, cache_path(arena));
    size_t above = (size_t)(strrchr(cache, '/') - cache);
    *folder = path_join(arena, cache, name);
    if (!make_and_check(arena, *folder, above, error))
        return false;
    const char *real = path_absolute(arena, *folder); // with links above it resolved
    return make_and_check(arena, real, strlen(real), error);
}
