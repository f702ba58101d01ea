// Makes, locks and removes folders of the cache.
#include "base/files/cache_hold.h"

#include "base/clock.h"
#include "base/files/cache.h"
#include "base/files/trees.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool cache_hold_make(struct cache_hold *hold, const char *path, struct error *error)
{
    *hold = (struct cache_hold){.path = path, .lock = -1};
    if (mkdir(path, 0700) != 0) {
        hold->taken = errno == EEXIST;
        return failed_errno(error, "cannot make the folder '%s'", path);
    }
    hold->lock = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (hold->lock >= 0 && flock(hold->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    hold->taken = errno == EWOULDBLOCK;
    failed_errno(error, "cannot lock '%s'", path);
    if (hold->lock >= 0)
        close(hold->lock);
    if (!hold->taken)
        rmdir(path);
    return false;
}

bool cache_hold_temporary(struct arena *arena, const char *kind, struct cache_hold *hold,
                          struct error *error)
{
    char *folder = NULL;
    return cache_folder(arena, kind, &folder, error) &&
           cache_hold_make(hold,
                           arena_printf(arena, "%s/%d-%llx", folder, (int)getpid(),
                                        (unsigned long long)clock_boot_ns()),
                           error);
}

bool cache_hold_remove(struct cache_hold *hold, struct error *error)
{
    bool removed = tree_remove(hold->path, error);
    close(hold->lock);
    return removed;
}
