// The folder in which a campaign builds and runs: taken, cleared, released.
#include "executor/local/prepare/work_folder.h"

#include "base/files/cache.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "base/stream.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#define LOCK_SUFFIX ".lock"

enum { NAME_DIGITS = 16 };

// Locks the file, again if its holder removed it at its end.
static bool take_lock(struct work_folder *folder, const char *holder, const struct waiting *waiting,
                      struct error *error)
{
    bool again = true;
    while (again) {
        folder->lock = open(folder->lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (folder->lock < 0)
            return failed_errno(error, "cannot write '%s'", folder->lock_path);
        bool locked = lock_take(waiting, folder->lock, holder, error);
        again = locked && lock_was_removed(folder->lock);
        if (!locked || again) {
            close(folder->lock);
            folder->lock = -1;
        }
        if (!locked)
            return false;
    }
    return true;
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
    folder->lock_path = arena_printf(arena, "%s" LOCK_SUFFIX, folder->path);
    const char *holder = arena_printf(arena, "another campaign of '%s' is running", experiment);
    if (!take_lock(folder, holder, waiting, error))
        return false;
    return tree_remove(folder->path, error) &&
           folder_make(path_join(arena, folder->path, "builds"), error);
}

void work_folder_release(struct work_folder *folder, const struct log *log)
{
    struct error error;
    if (folder->lock < 0)
        return;
    if (tree_remove(folder->path, &error))
        unlink(folder->lock_path);
    else
        log_warning(log, "%s", error.text);
    close(folder->lock);
    folder->lock = -1;
}
