// Lists, copies and removes whole trees.
#include "base/files/trees.h"

#include "base/files/files.h"
#include "base/files/paths.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static bool list_folder(struct arena *arena, const char *folder, const char *relative,
                        struct text_list *names, struct error *error)
{
    DIR *entries = opendir(folder);
    if (!entries)
        return failed_errno(error, "cannot read the folder '%s'", folder);
    bool listed = true;
    for (struct dirent *entry; listed && (entry = entry_next(entries, folder, &listed, error));) {
        struct stat status;
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

static bool copy_bytes(int in, int out)
{
    ssize_t sent = 0;
    while ((sent = sendfile(out, in, NULL, 1 << 30)) > 0)
        ;
    return sent == 0;
}

// The bytes, mode and times of `from`, into the file that open_to() opens.
static bool copy_into(const char *from, const char *to, int open_to(const char *path),
                      struct error *error)
{
    struct stat status;
    FD_CLEANUP int in = open(from, O_RDONLY | O_CLOEXEC);
    if (in < 0 || fstat(in, &status))
        return failed_errno(error, "cannot read '%s'", from);
    FD_CLEANUP int out = open_to(to);
    struct timespec times[2] = {status.st_atim, status.st_mtim};
    if (out < 0 || !copy_bytes(in, out) || ftruncate(out, status.st_size) ||
        fchmod(out, status.st_mode & 07777) || futimens(out, times))
        return failed_errno(error, "cannot write '%s'", to);
    return true;
}

static int open_instead(const char *path)
{
    unlink(path);
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
}

bool file_copy(const char *from, const char *to, struct error *error)
{
    return copy_into(from, to, open_instead, error);
}

static int open_again(const char *path)
{
    // an owner may not write its programs
    (void)!fchmodat(AT_FDCWD, path, 0600, AT_SYMLINK_NOFOLLOW);
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    return fd < 0 ? open_instead(path) : fd;
}

bool file_refill(const char *from, const char *to, struct error *error)
{
    return copy_into(from, to, open_again, error);
}

static bool copy_link(const char *from, const char *to, struct error *error)
{
    char target[4096];
    ssize_t length = readlink(from, target, sizeof target - 1);
    if (length < 0)
        return failed_errno(error, "cannot read the link '%s'", from);
    target[length] = '\0';
    return symlink(target, to) == 0 || failed_errno(error, "cannot make the link '%s'", to);
}

// One step of a copy.
struct walk {
    struct arena *arena;
    const char *from, *to, *relative;
    tree_skip *skip;
    const char *top; // where the whole copy goes
};

// Skips a copy inside its own source, which would never end.
static bool is_top(const struct walk *walk, const struct stat *folder)
{
    struct stat top;
    return stat(walk->top, &top) == 0 && top.st_dev == folder->st_dev &&
           top.st_ino == folder->st_ino;
}

static bool copy_entry(const struct walk *walk, struct error *error);

static bool copy_folder(const struct walk *walk, struct error *error)
{
    DIR *folder = opendir(walk->from);
    if (!folder)
        return failed_errno(error, "cannot read the folder '%s'", walk->from);
    bool copied = mkdir(walk->to, 0777) == 0 || folder_exists(walk->to) ||
                  failed_errno(error, "cannot make the folder '%s'", walk->to);
    for (struct dirent *entry;
         copied && (entry = entry_next(folder, walk->from, &copied, error));) {
        const char *name = entry->d_name;
        struct walk inner = *walk;
        inner.from = path_join(walk->arena, walk->from, name);
        inner.to = path_join(walk->arena, walk->to, name);
        inner.relative = *walk->relative ? path_join(walk->arena, walk->relative, name) : name;
        copied = copy_entry(&inner, error);
    }
    closedir(folder);
    return copied;
}

static bool copy_entry(const struct walk *walk, struct error *error)
{
    struct stat status;
    if (*walk->relative && walk->skip && walk->skip(walk->from, walk->relative))
        return true;
    if (lstat(walk->from, &status))
        return failed_errno(error, "cannot read '%s'", walk->from);
    if (S_ISDIR(status.st_mode))
        return is_top(walk, &status) || copy_folder(walk, error);
    if (S_ISLNK(status.st_mode))
        return copy_link(walk->from, walk->to, error);
    return S_ISREG(status.st_mode) ? file_copy(walk->from, walk->to, error) : true;
}

bool tree_copy(const char *from, const char *to, tree_skip *skip, struct error *error)
{
    struct arena scratch = {0};
    struct walk walk = {&scratch, from, to, "", skip, to};
    bool copied = copy_entry(&walk, error);
    arena_release(&scratch);
    return copied;
}

// The folder `name` in an open one, or NULL; follows no link.
static DIR *open_at(int parent, const char *name)
{
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    if (fd >= 0 && !folder)
        close(fd);
    return folder;
}

static bool is_entry(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

bool tree_remove_at(int parent, const char *name)
{
    if (unlinkat(parent, name, 0) == 0 || errno == ENOENT)
        return true;
    if (errno != EISDIR)
        return false;
    (void)!fchmodat(parent, name, 0700, 0); // a build may have made it read-only
    DIR *folder = open_at(parent, name);
    bool removed = folder != NULL;
    for (struct dirent *entry; removed && (entry = readdir(folder));)
        removed = !is_entry(entry) || tree_remove_at(dirfd(folder), entry->d_name);
    if (folder)
        closedir(folder);
    return removed && unlinkat(parent, name, AT_REMOVEDIR) == 0;
}

bool tree_remove(const char *path, struct error *error)
{
    return tree_remove_at(AT_FDCWD, path) || failed_errno(error, "cannot remove '%s'", path);
}

uint64_t tree_bytes_at(int parent, const char *name)
{
    struct stat status;
    if (fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return 0;
    uint64_t bytes = (uint64_t)status.st_blocks * 512;
    DIR *folder = S_ISDIR(status.st_mode) ? open_at(parent, name) : NULL;
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        bytes += is_entry(entry) ? tree_bytes_at(dirfd(folder), entry->d_name) : 0;
    if (folder)
        closedir(folder);
    return bytes;
}
