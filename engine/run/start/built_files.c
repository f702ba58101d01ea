// Places built files where they are executed.
#include "run/start/built_files.h"

#include "base/files/trees.h"

#include <fcntl.h>
#include <unistd.h>

// Fails across file systems, and on one without hard links.
static bool place_with_pages(const struct built_file *built)
{
    struct error why;
    if (!file_refill(built->binary, built->pages, &why))
        return false;
    unlink(built->copy_to);
    return link(built->pages, built->copy_to) == 0;
}

static bool place(const struct built_file *built, struct error *error)
{
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, built->modified};
    return ((built->pages && place_with_pages(built)) ||
            file_copy(built->binary, built->copy_to, error)) &&
           (utimensat(AT_FDCWD, built->copy_to, times, 0) == 0 ||
            failed_errno(error, "cannot set the time of '%s'", built->copy_to));
}

bool built_files_place(const struct built_file *built, size_t count, struct error *error)
{
    for (size_t i = 0; i < count; i++)
        if (!place(&built[i], error))
            return false;
    return true;
}

struct stat *built_files_look(struct arena *arena, const struct built_file *built, size_t count)
{
    struct stat *found = arena_new_array(arena, struct stat, count);
    for (size_t i = 0; i < count; i++)
        if (stat(built[i].copy_to, &found[i]) != 0)
            found[i] = (struct stat){0};
    return found;
}

const char *built_files_replaced(struct arena *arena, const struct built_file *built, size_t count,
                                 const struct stat *placed)
{
    const struct stat *now = built_files_look(arena, built, count);
    for (size_t i = 0; i < count; i++)
        if (now[i].st_ino != placed[i].st_ino || now[i].st_size != placed[i].st_size ||
            now[i].st_mtim.tv_sec != placed[i].st_mtim.tv_sec ||
            now[i].st_mtim.tv_nsec != placed[i].st_mtim.tv_nsec)
            return built[i].copy_to;
    return NULL;
}
