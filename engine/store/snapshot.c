// Copies a file and its logs between two looks that find them the same.
#include "store/snapshot.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/temporary.h"
#include "base/files/trees.h"

#include <string.h>
#include <sys/stat.h>

// SQLite's files: the database, its log, and the journal of a change of mode.
static const char *const ends[] = {"", "-wal", "-journal"};

enum { FILES = sizeof ends / sizeof *ends };

// What changes when a file is written; all zero for a missing one.
struct glance {
    struct {
        ino_t inode;
        off_t bytes;
        struct timespec modified;
    } files[FILES];
};

static struct glance look(struct arena *arena, const char *path)
{
    struct glance seen;
    memset(&seen, 0, sizeof seen);
    for (size_t i = 0; i < FILES; i++) {
        struct stat status;
        if (stat(arena_printf(arena, "%s%s", path, ends[i]), &status) != 0)
            continue;
        seen.files[i].inode = status.st_ino;
        seen.files[i].bytes = status.st_size;
        seen.files[i].modified = status.st_mtim;
    }
    return seen;
}

static bool copy_files(struct arena *arena, const char *path, const char *copy, struct error *error)
{
    for (size_t i = 0; i < FILES; i++) {
        const char *from = arena_printf(arena, "%s%s", path, ends[i]);
        if (file_exists(from) &&
            !file_copy(from, arena_printf(arena, "%s%s", copy, ends[i]), error))
            return false;
    }
    return true;
}

bool snapshot_make(struct arena *arena, const char *path, char **folder, const char **copy,
                   struct error *error)
{
    struct error ignored;
    if (!temporary_make(arena, folder, error))
        return false;
    *copy = path_join(arena, *folder, "campaign.db");
    struct glance before = look(arena, path);
    bool copied = copy_files(arena, path, *copy, error);
    struct glance after = look(arena, path);
    if (copied && memcmp(&before, &after, sizeof before) == 0)
        return true;
    if (copied)
        failed(error, EXIT_USAGE, "'%s' is being written by another process: wait for its end",
               path);
    (void)!tree_remove(*folder, &ignored);
    return false;
}
