// The folder in which a campaign builds and runs: taken, cleared, released.
#include "executor/local/work_folder.h"

#include "base/files/cache.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "base/stream.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define LOCK_SUFFIX ".lock"

enum { NAME_DIGITS = 16 };

// Removes the folders of campaigns that were killed: those whose lock nobody holds. Their lock
// files stay, since another campaign may be waiting for one.
static void remove_leftovers(struct arena *arena, const char *folder)
{
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        struct error ignored;
        const char *lock = path_join(arena, folder, entry->d_name);
        if (strspn(entry->d_name, "0123456789abcdef") != NAME_DIGITS ||
            !text_equal(entry->d_name + NAME_DIGITS, LOCK_SUFFIX))
            continue;
        char *left = arena_strndup(arena, lock, strlen(folder) + 1 + NAME_DIGITS);
        FD_CLEANUP int held =
            folder_exists(left) ? open(lock, O_RDWR | O_NOFOLLOW | O_CLOEXEC) : -1;
        if (held >= 0 && flock(held, LOCK_EX | LOCK_NB) == 0)
            (void)!tree_remove(left, &ignored); // the next campaign of that file reports it
    }
    if (entries)
        closedir(entries);
}

bool work_folder_take(struct work_folder *folder, struct arena *arena, const char *experiment,
                      const struct waiting *waiting, struct error *error)
{
    folder->lock = -1;
    uint64_t name = seed_from(0, path_absolute(arena, experiment));
    char *work = NULL;
    if (!cache_folder(arena, "work", &work, error))
        return failed_within(error, "no folder to build in");
    folder->path = arena_printf(arena, "%s/%0*llx", work, NAME_DIGITS, (unsigned long long)name);
    char *lock = arena_printf(arena, "%s" LOCK_SUFFIX, folder->path);
    folder->lock = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (folder->lock < 0)
        return failed_errno(error, "cannot write '%s'", lock);
    const char *holder = arena_printf(arena, "another campaign of '%s' is running", experiment);
    if (!lock_take(waiting, folder->lock, holder, error))
        return false;
    remove_leftovers(arena, work);
    return tree_remove(folder->path, error) &&
           folder_make(path_join(arena, folder->path, "builds"), error);
}

void work_folder_release(struct work_folder *folder, const struct log *log)
{
    struct error error;
    if (folder->lock < 0)
        return;
    if (!tree_remove(folder->path, &error))
        log_warning(log, "%s", error.text);
    close(folder->lock);
    folder->lock = -1;
}
