// Opening and closing the workbench: work folder, stations, launcher.
#include "dispatch/workbench.h"

#include "base/cache.h"
#include "base/files.h"
#include "base/installation.h"
#include "base/stream.h"
#include "dispatch/host.h"
#include "dispatch/measured.h"
#include "dispatch/preparation.h"
#include "machine/sys.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define LOCK_SUFFIX ".lock"

enum { NAME_DIGITS = 16 };

// What campaigns of other files left when they were killed: theirs are the folders whose lock
// nobody holds. Locks stay: another campaign may be waiting for one.
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
            (void)!tree_remove(left, &ignored); // its own next campaign will say what is wrong
    }
    if (entries)
        closedir(entries);
}

static bool take_folder(struct workbench *workbench, const struct waiting *waiting,
                        struct error *error)
{
    struct arena *arena = workbench->arena;
    uint64_t name = seed_from(0, path_absolute(arena, workbench->spec->path));
    char *work = NULL;
    if (!cache_folder(arena, "work", &work, error))
        return failed_within(error, "no place to build in");
    workbench->folder =
        arena_printf(arena, "%s/%0*llx", work, NAME_DIGITS, (unsigned long long)name);
    char *lock = arena_printf(arena, "%s" LOCK_SUFFIX, workbench->folder);
    workbench->lock = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (workbench->lock < 0)
        return failed_errno(error, "cannot write '%s'", lock);
    const char *holder =
        arena_printf(arena, "another campaign of '%s' is running", workbench->spec->path);
    if (!lock_take(waiting, workbench->lock, holder, error))
        return false;
    remove_leftovers(arena, work);
    return tree_remove(workbench->folder, error) &&
           folder_make(path_join(arena, workbench->folder, "builds"), error);
}

bool workbench_open(struct workbench *workbench, struct text_list *missing, struct error *error)
{
    struct waiting waiting = {.log = workbench->log,
                              .stop = workbench->stop,
                              .deadline_ns = workbench->deadline.at_ns,
                              .refused = workbench->no_wait};
    workbench->lock = -1;
    workbench->launcher = (struct launcher){.pid = 0, .socket = -1};
    workbench->throttle = throttle_begin(workbench->arena, machine_root());
    stations_set(workbench);
    char *launcher = NULL;
    return measured_choose(workbench, machine_root(), error) &&
           installation_helper(workbench->arena, "eswexp-launch", &launcher, error) &&
           take_folder(workbench, &waiting, error) && stations_prepare(workbench, missing, error) &&
           launcher_start(&workbench->launcher, launcher, error);
}

bool workbench_is_whole(const struct workbench *workbench, struct error *error)
{
    size_t count = workbench->spec->cell_count * workbench->spec->variant_count;
    const char *names = "";
    for (size_t i = 0; i < count; i++) {
        const struct station *station = &workbench->stations[i];
        const struct target *target = station->target;
        if (!station->given_up)
            continue;
        const char *name = arena_printf(workbench->arena, "variant '%s' of '%s'", target->variant,
                                        target->benchmark);
        if (!strstr(names, name))
            names = arena_printf(workbench->arena, "%s%s%s", names, *names ? ", " : "", name);
    }
    return !*names ||
           failed(error, EXIT_FAILED, "%s was given up: no program came of its revision", names);
}

bool workbench_tell(struct workbench *workbench, const char *kind, const char *text,
                    struct error *error)
{
    log_warning(workbench->log, "%s", text);
    return store_event(workbench->store, kind, text, error);
}

bool workbench_tell_once(struct workbench *workbench, const char *kind, const char *text,
                         struct error *error)
{
    if (!text_list_add_once(&workbench->told, workbench->arena, text))
        return true;
    log_warning(workbench->log, "%s", text);
    return store_event_once(workbench->store, kind, text, error);
}

void workbench_close(struct workbench *workbench)
{
    struct error ignored;
    if (workbench->launcher.pid)
        launcher_stop(&workbench->launcher);
    if (workbench->lock >= 0) {
        if (!tree_remove(workbench->folder, &ignored))
            log_warning(workbench->log, "%s", ignored.text);
        close(workbench->lock);
    }
}
