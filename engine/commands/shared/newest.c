// Finding the newest campaign.
#include "commands/shared/newest.h"

#include "base/files/paths.h"

#include <glob.h>
#include <sys/stat.h>

static bool is_later(const struct timespec *one, const struct timespec *other)
{
    return one->tv_sec != other->tv_sec ? one->tv_sec > other->tv_sec
                                        : one->tv_nsec > other->tv_nsec;
}

// While it is measured, SQLite writes its log.
static struct timespec written_at(struct arena *arena, const char *path)
{
    struct stat file = {0}, log = {0};
    (void)!stat(path, &file);
    return stat(arena_printf(arena, "%s-wal", path), &log) == 0 &&
                   is_later(&log.st_mtim, &file.st_mtim)
               ? log.st_mtim
               : file.st_mtim;
}

static const char *newest_campaign(const struct invocation *invocation, struct error *error)
{
    static const char *const patterns[] = {"results/*/*/campaign.db", "results/*/campaign.db",
                                           "results/campaign.db"};
    struct arena *arena = invocation->arena;
    struct timespec latest = {0};
    const char *newest = NULL;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        glob_t found = {0};
        if (glob(patterns[i], 0, NULL, &found) == 0)
            for (size_t k = 0; k < found.gl_pathc; k++) {
                struct timespec written = written_at(arena, found.gl_pathv[k]);
                if (newest && !is_later(&written, &latest))
                    continue;
                newest = path_folder(arena, found.gl_pathv[k]);
                latest = written;
            }
        globfree(&found);
    }
    if (newest)
        log_note(&invocation->log, "the newest campaign here is '%s'", newest);
    else
        failed(error, EXIT_USAGE, "no campaign is below 'results' here: name the folder of one");
    return newest;
}

bool campaigns_named(const struct invocation *invocation, struct text_list *folders,
                     struct error *error)
{
    *folders = invocation->words;
    if (folders->count)
        return true;
    const char *newest = newest_campaign(invocation, error);
    *folders = (struct text_list){0};
    if (newest)
        text_list_add(folders, invocation->arena, newest);
    return newest;
}
