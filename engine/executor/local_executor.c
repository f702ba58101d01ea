// Opening and closing the workbench: work folder, stations, launcher.
#include "executor/local_executor.h"

#include "base/files/cache.h"
#include "base/files/files.h"
#include "base/files/installation.h"
#include "base/stream.h"
#include "executor/host.h"
#include "executor/meter_selection.h"
#include "executor/prepare.h"
#include "machine/sys.h"
#include "base/files/paths.h"
#include "base/files/trees.h"

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

static bool take_folder(struct local_executor *executor, const struct waiting *waiting,
                        struct error *error)
{
    struct arena *arena = executor->arena;
    uint64_t name = seed_from(0, path_absolute(arena, executor->spec->path));
    char *work = NULL;
    if (!cache_folder(arena, "work", &work, error))
        return failed_within(error, "no place to build in");
    executor->folder =
        arena_printf(arena, "%s/%0*llx", work, NAME_DIGITS, (unsigned long long)name);
    char *lock = arena_printf(arena, "%s" LOCK_SUFFIX, executor->folder);
    executor->lock = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (executor->lock < 0)
        return failed_errno(error, "cannot write '%s'", lock);
    const char *holder =
        arena_printf(arena, "another campaign of '%s' is running", executor->spec->path);
    if (!lock_take(waiting, executor->lock, holder, error))
        return false;
    remove_leftovers(arena, work);
    return tree_remove(executor->folder, error) &&
           folder_make(path_join(arena, executor->folder, "builds"), error);
}

bool local_executor_open(struct local_executor *executor, struct text_list *missing,
                         struct error *error)
{
    struct waiting waiting = {.log = executor->log,
                              .stop = executor->stop,
                              .deadline_ns = executor->deadline.at_ns,
                              .refused = executor->no_wait};
    executor->lock = -1;
    executor->launcher = (struct launcher){.pid = 0, .socket = -1};
    executor->throttle = throttle_begin(executor->arena, machine_root());
    prepared_variants_set(executor);
    char *launcher = NULL;
    return meter_selection_choose(executor, machine_root(), error) &&
           installation_helper(executor->arena, "eswexp-launch", &launcher, error) &&
           take_folder(executor, &waiting, error) &&
           prepared_variants_prepare(executor, missing, error) &&
           launcher_start(&executor->launcher, launcher, error);
}

bool local_executor_is_whole(const struct local_executor *executor, struct error *error)
{
    size_t count = executor->spec->cell_count * executor->spec->variant_count;
    const char *names = "";
    for (size_t i = 0; i < count; i++) {
        const struct prepared_variant *prepared = &executor->prepared_variants[i];
        const struct target *target = prepared->target;
        if (!prepared->given_up)
            continue;
        const char *name = arena_printf(executor->arena, "variant '%s' of '%s'", target->variant,
                                        target->benchmark);
        if (!strstr(names, name))
            names = arena_printf(executor->arena, "%s%s%s", names, *names ? ", " : "", name);
    }
    return !*names ||
           failed(error, EXIT_FAILED, "%s was given up: no program came of its revision", names);
}

bool local_executor_tell(struct local_executor *executor, const char *kind, const char *text,
                         struct error *error)
{
    log_warning(executor->log, "%s", text);
    return store_event(executor->store, kind, text, error);
}

bool local_executor_tell_once(struct local_executor *executor, const char *kind, const char *text,
                              struct error *error)
{
    if (!text_list_add_once(&executor->told, executor->arena, text))
        return true;
    log_warning(executor->log, "%s", text);
    return store_event_once(executor->store, kind, text, error);
}

void local_executor_close(struct local_executor *executor)
{
    struct error ignored;
    if (executor->launcher.pid)
        launcher_stop(&executor->launcher);
    if (executor->lock >= 0) {
        if (!tree_remove(executor->folder, &ignored))
            log_warning(executor->log, "%s", ignored.text);
        close(executor->lock);
    }
}
