// Opening and closing the workbench: work folder, stations, launcher.
#include "dispatch/workbench.h"

#include "base/files.h"
#include "base/installation.h"
#include "base/stream.h"
#include "dispatch/preparation.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { LOCK_AGAIN_US = 100000 };

static bool take_folder(struct workbench *workbench, struct error *error)
{
    struct arena *arena = workbench->arena;
    uint64_t name = seed_from(0, path_absolute(arena, workbench->spec->path));
    workbench->folder =
        arena_printf(arena, "%s/work/%016llx", path_cache(arena), (unsigned long long)name);
    char *lock = arena_printf(arena, "%s.lock", workbench->folder);
    if (!folder_make(path_folder(arena, lock), error))
        return failed(error, EXIT_FAILED, "%s (XDG_CACHE_HOME names another place to build in)",
                      error->text);
    workbench->lock = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (workbench->lock < 0)
        return failed_errno(error, "cannot write '%s'", lock);
    for (bool told = false; flock(workbench->lock, LOCK_EX | LOCK_NB) != 0; told = true) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return failed_errno(error, "cannot lock '%s'", lock);
        if (*workbench->stop)
            return failed(error, EXIT_INTERRUPTED, "interrupted while waiting");
        if (!told)
            log_note(workbench->log, "another campaign of '%s' is running: waiting for its end",
                     workbench->spec->path);
        usleep(LOCK_AGAIN_US); // a signal just before would be lost on a flock() that waits
    }
    return tree_remove(workbench->folder, error) &&
           folder_make(path_join(arena, workbench->folder, "builds"), error);
}

bool workbench_open(struct workbench *workbench, struct text_list *missing, struct error *error)
{
    workbench->lock = -1;
    workbench->launcher = (struct launcher){.pid = 0, .socket = -1};
    stations_set(workbench);
    char *launcher = NULL;
    return installation_helper(workbench->arena, "eswexp-launch", &launcher, error) &&
           take_folder(workbench, error) && stations_prepare(workbench, missing, error) &&
           launcher_start(&workbench->launcher, launcher, error);
}

bool workbench_tell(struct workbench *workbench, const char *kind, const char *text,
                    struct error *error)
{
    log_warning(workbench->log, "%s", text);
    return store_event(workbench->store, kind, text, error);
}

void workbench_close(struct workbench *workbench)
{
    struct error ignored;
    if (workbench->launcher.pid)
        launcher_stop(&workbench->launcher);
    if (workbench->lock < 0)
        return;
    if (!tree_remove(workbench->folder, &ignored))
        log_warning(workbench->log, "%s", ignored.text);
    close(workbench->lock);
}
