// A campaign's folder.
#include "campaign/folder.h"

#include "base/clock.h"
#include "base/files.h"

#include <string.h>
#include <unistd.h>

const char *campaign_folder(struct arena *arena, const char *out, const char *name)
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
    char *folder = path_absolute(arena, arena_printf(arena, "results/%s/%sZ", name, id));
    for (int again = 2; folder_exists(folder); again++)
        folder = path_absolute(arena, arena_printf(arena, "results/%s/%sZ-%d", name, id, again));
    return folder;
}

bool folder_take(struct arena *arena, const char *folder, bool *made, struct error *error)
{
    *made = !folder_exists(folder);
    if (file_exists(path_join(arena, folder, "campaign.db")))
        return failed(error, EXIT_USAGE,
                      "'%s' holds a campaign already: choose another --out, or remove it", folder);
    if (!folder_make(folder, error))
        return false;
    if (access(folder, W_OK | X_OK) != 0)
        return failed_errno(error, "cannot write into '%s'", folder);
    return true;
}

void folder_undo(struct arena *arena, const char *folder, bool made)
{
    static const char *const files[] = {"campaign.db", "campaign.db-wal", "campaign.db-shm",
                                        "logs"};
    struct error ignored;
    bool removed = true;
    for (size_t i = 0; removed && i < sizeof files / sizeof *files; i++)
        removed = tree_remove(path_join(arena, folder, files[i]), &ignored);
    if (made)
        rmdir(folder);
}
