// Watches the folders of a tree with inotify(7), which sees the files that every process opens.
#include "run/opened_files.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

struct opened_watch {
    struct arena *arena;
    const char *tree;
    int queue;             // of inotify
    const char **folders;  // by watch descriptor
    size_t folder_count;   // watch descriptors begin at 1
    struct text_list made; // by the processes, since the watch began
};

// ---- Watching

static bool watch_folder(struct opened_watch *watch, const char *folder)
{
    static const uint32_t events =
        IN_OPEN | IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_ONLYDIR | IN_DONT_FOLLOW;
    int number =
        inotify_add_watch(watch->queue, path_join(watch->arena, watch->tree, folder), events);
    if (number <= 0 || (size_t)number > watch->folder_count)
        return false;
    watch->folders[number - 1] = folder;
    return true;
}

static bool is_folder(const struct opened_watch *watch, const char *path)
{
    struct stat status;
    return lstat(path_join(watch->arena, watch->tree, path), &status) == 0 &&
           S_ISDIR(status.st_mode);
}

static bool watch_all(struct opened_watch *watch, const struct text_list *entries)
{
    bool good = watch->queue >= 0 && watch_folder(watch, "");
    for (size_t i = 0; good && i < entries->count; i++)
        good = !is_folder(watch, entries->items[i]) || watch_folder(watch, entries->items[i]);
    return good;
}

struct opened_watch *opened_watch_begin(struct arena *arena, const char *tree)
{
    struct opened_watch *watch = arena_new(arena, struct opened_watch);
    struct text_list entries = {0};
    struct error ignored;
    if (!tree_list(arena, tree, &entries, &ignored))
        return NULL;
    *watch =
        (struct opened_watch){.arena = arena,
                              .tree = tree,
                              .queue = inotify_init1(IN_NONBLOCK | IN_CLOEXEC),
                              .folders = arena_new_array(arena, const char *, entries.count + 1),
                              .folder_count = entries.count + 1};
    if (watch_all(watch, &entries))
        return watch;
    close_fd(&watch->queue);
    return NULL;
}

// ---- Reading

static void take(struct opened_watch *watch, const struct inotify_event *event,
                 struct opened_files *files)
{
    files->is_known = files->is_known && !(event->mask & IN_Q_OVERFLOW);
    if (event->wd <= 0 || (size_t)event->wd > watch->folder_count)
        return;
    if ((event->mask & IN_ISDIR) && (event->mask & IN_OPEN) && !event->len)
        text_list_add_once(&files->folders, watch->arena, watch->folders[event->wd - 1]);
    if (!event->len || (event->mask & IN_ISDIR))
        return;
    const char *path = path_join(watch->arena, watch->folders[event->wd - 1], event->name);
    if (event->mask & (IN_CREATE | IN_MOVED_TO))
        text_list_add_once(&watch->made, watch->arena, path);
    else if (event->mask & IN_MODIFY)
        text_list_add_once(&files->written, watch->arena, path);
    else if ((event->mask & IN_OPEN) && !text_list_has(&watch->made, path))
        text_list_add_once(&files->paths, watch->arena, path);
}

struct opened_files opened_watch_take(struct opened_watch *watch)
{
    _Alignas(struct inotify_event) char buffer[1 << 16];
    struct opened_files files = {.is_known = watch != NULL};
    ssize_t got;
    while (watch && (got = read(watch->queue, buffer, sizeof buffer)) > 0)
        for (char *at = buffer; at < buffer + got;) {
            const struct inotify_event *event = (const void *)at;
            take(watch, event, &files);
            at += sizeof *event + event->len;
        }
    return files;
}

void opened_watch_end(struct opened_watch *watch)
{
    if (watch)
        close_fd(&watch->queue);
}

// ---- Kinds of files

// The first `length` bytes; false if it has fewer.
static bool begins_with(const char *path, const char *bytes, size_t length)
{
    char begin[SELFMAG] = "";
    FD_CLEANUP int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    return file >= 0 && read(file, begin, length) == (ssize_t)length &&
           memcmp(begin, bytes, length) == 0;
}

bool file_is_linked(const char *path)
{
    return begins_with(path, ELFMAG, SELFMAG);
}

bool file_is_script(const char *path)
{
    return begins_with(path, "#!", 2) && access(path, X_OK) == 0;
}
