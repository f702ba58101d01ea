// All that is in a tree, in one order everywhere.
#include "base/files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool list_folder(struct arena *arena, const char *folder, const char *relative,
                        struct text_list *names, struct error *error)
{
    DIR *entries = opendir(folder);
    if (!entries)
        return failed_errno(error, "cannot read the folder '%s'", folder);
    bool listed = true;
    for (struct dirent *entry; listed && (entry = readdir(entries));) {
        struct stat status;
        if (text_equal(entry->d_name, ".") || text_equal(entry->d_name, ".."))
            continue;
        const char *path = path_join(arena, folder, entry->d_name);
        const char *name = path_join(arena, relative, entry->d_name);
        text_list_add(names, arena, name);
        listed = lstat(path, &status) == 0 || failed_errno(error, "cannot read '%s'", path);
        if (listed && S_ISDIR(status.st_mode))
            listed = list_folder(arena, path, name, names, error);
    }
    closedir(entries);
    return listed;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool tree_list(struct arena *arena, const char *folder, struct text_list *names,
               struct error *error)
{
    *names = (struct text_list){0};
    if (!list_folder(arena, folder, "", names, error))
        return false;
    if (names->count)
        qsort((void *)names->items, names->count, sizeof *names->items, by_bytes);
    return true;
}
