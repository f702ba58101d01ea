// A campaign's folder.
#include "campaign/folder.h"

#include "base/clock.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

const char *campaign_folder(struct arena *arena, const char *out, const char *home,
                            const char *name)
{
    if (out)
        return path_absolute(arena, out);
    char now[32], id[32];
    size_t length = 0;
    clock_utc(now);
    for (const char *c = now; *c && *c != '.'; c++) { // 2026-01-31T23:59:59 → 20260131T235959
        if (*c != '-' && *c != ':')
            id[length++] = *c;
    }
    id[length] = '\0';
    return path_absolute(arena, arena_printf(arena, "%s/%s/%sZ", home, name, id));
}

static const char *first_missing(struct arena *arena, const char *path)
{
    const char *missing = NULL;
    for (; !folder_exists(path); path = path_folder(arena, path))
        missing = path;
    return missing;
}

// `taken`: another process has it.
static bool try_lock(const char *path, int lock, int how, bool *taken, struct error *error)
{
    bool locked = flock(lock, how | LOCK_NB) == 0;
    *taken = !locked && errno == EWOULDBLOCK;
    return locked || *taken || failed_errno(error, "cannot lock the folder '%s'", path);
}

static bool lock_made(struct arena *arena, struct campaign_folder *folder, struct error *error)
{
    const char *path = folder->path;
    if (access(path, W_OK | X_OK) != 0)
        return failed_errno(error, "cannot write into '%s'", path);
    int lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0)
        return failed_errno(error, "cannot open the folder '%s'", path);
    bool taken, tried = try_lock(path, lock, LOCK_EX, &taken, error);
    if (tried && (taken || file_exists(path_join(arena, path, "campaign.db"))))
        tried = failed(error, EXIT_USAGE, "'%s' already holds a campaign%s: choose another --out%s",
                       path, taken ? ", which is running" : "", taken ? "" : ", or remove it");
    if (tried)
        folder->lock = lock;
    else
        close(lock);
    return tried;
}

bool folder_take(struct arena *arena, const char *path, struct campaign_folder *folder,
                 struct error *error)
{
    *folder =
        (struct campaign_folder){.path = path, .made = first_missing(arena, path), .lock = -1};
    return folder_make(path, error) && lock_made(arena, folder, error);
}

// mkdir() decides between campaigns that begin at once. The folders above may go meanwhile with a
// campaign that measured nothing.
bool folder_take_free(struct arena *arena, const char *path, struct campaign_folder *folder,
                      struct error *error)
{
    const char *above = path_folder(arena, path), *missing = first_missing(arena, above);
    *folder = (struct campaign_folder){.path = path, .lock = -1};
    for (int number = 1; mkdir(folder->path, 0777) != 0;) {
        if (errno == EEXIST)
            folder->path = arena_printf(arena, "%s-%d", path, ++number);
        else if (errno != ENOENT)
            return failed_errno(error, "cannot make the folder '%s'", folder->path);
        else if (!folder_make(above, error))
            return false;
    }
    folder->made = missing ? missing : folder->path;
    return lock_made(arena, folder, error);
}

bool folder_retake(const char *path, struct campaign_folder *folder, struct error *error)
{
    *folder = (struct campaign_folder){.path = path,
                                       .lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (folder->lock < 0)
        return failed_errno(error, "cannot open the folder '%s'", path);
    bool taken, tried = try_lock(path, folder->lock, LOCK_EX, &taken, error);
    if (tried && !taken)
        return true;
    close(folder->lock);
    return tried &&
           failed(error, EXIT_USAGE, "the campaign in '%s' is running: wait for its end", path);
}

bool folder_taken(const char *path, bool *taken, struct error *error)
{
    FD_CLEANUP int lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return lock < 0 ? failed_errno(error, "cannot open the folder '%s'", path)
                    : try_lock(path, lock, LOCK_SH, taken, error);
}

void folder_release(struct arena *arena, struct campaign_folder *folder, bool kept)
{
    static const char *const files[] = {"campaign.db", "campaign.db-wal", "campaign.db-shm"};
    for (size_t i = 0; !kept && i < sizeof files / sizeof *files; i++)
        unlink(path_join(arena, folder->path, files[i]));
    struct error ignored;
    if (!kept)
        (void)!tree_remove(path_join(arena, folder->path, "tasks"), &ignored);
    const char *path = folder->path;
    while (!kept && folder->made && strlen(path) >= strlen(folder->made) && rmdir(path) == 0)
        path = path_folder(arena, path);
    close(folder->lock);
}
