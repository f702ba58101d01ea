// Opens folders and files below a folder without following links.
#include "base/files/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { AS_FOLDER = O_RDONLY | O_DIRECTORY | O_CLOEXEC };

void folder_close(struct folder *folder)
{
    if (!folder->path)
        return;
    close(folder->fd);
    free(folder->path);
    *folder = (struct folder){0};
}

static bool opened(struct folder *folder, int fd, const char *path, struct error *error)
{
    *folder = (struct folder){.path = strdup(path), .fd = fd};
    if (folder->path)
        return true;
    close(fd);
    return failed(error, EXIT_FAILED, "out of memory");
}

bool folder_open(struct folder *folder, const char *path, struct error *error)
{
    int fd = open(path, AS_FOLDER);
    return fd < 0 ? failed_errno(error, "cannot open the folder '%s'", path)
                  : opened(folder, fd, path, error);
}

bool folder_may_be_written(const char *path)
{
    return faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0;
}

// Kernels before 5.6, and sandboxes, refuse openat2(); a single name needs O_NOFOLLOW only.
static int open_below(int above, const char *name)
{
    struct open_how how = {.flags = AS_FOLDER | O_NOFOLLOW,
                           .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
    int fd = (int)syscall(SYS_openat2, above, name, &how, sizeof how);
    return fd < 0 && (errno == ENOSYS || errno == EPERM)
               ? openat(above, name, AS_FOLDER | O_NOFOLLOW)
               : fd;
}

static int make_and_open(int above, const char *name)
{
    int fd = open_below(above, name);
    bool made = fd < 0 && errno == ENOENT && (mkdirat(above, name, 0777) == 0 || errno == EEXIST);
    return made ? open_below(above, name) : fd;
}

static char *path_of(const struct folder *folder, const char *name)
{
    char *path = NULL;
    return asprintf(&path, "%s/%s", folder->path, name) < 0 ? NULL : path;
}

static bool is_no_link(int at, const char *name, const char *path, struct error *error)
{
    struct stat status;
    return fstatat(at, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISLNK(status.st_mode) ||
           failed(error, EXIT_USAGE,
                  "'%s' is a symbolic link: eswexp writes only inside a campaign's own folder; "
                  "remove it",
                  path);
}

bool folder_enter(struct folder *folder, const struct folder *above, const char *name,
                  struct error *error)
{
    if (!folder_has_no_link(above, name, error))
        return false;
    char *path = path_of(above, name);
    int fd = path ? make_and_open(above->fd, name) : -1;
    bool entered = fd < 0 ? failed_errno(error, "cannot make the folder '%s/%s'", above->path, name)
                          : opened(folder, fd, path, error);
    free(path);
    return entered;
}

bool folder_has_no_link(const struct folder *folder, const char *name, struct error *error)
{
    char *path = path_of(folder, name);
    bool none = path ? is_no_link(folder->fd, name, path, error)
                     : failed(error, EXIT_FAILED, "out of memory");
    free(path);
    return none;
}

bool path_is_no_link(const char *path, struct error *error)
{
    return is_no_link(AT_FDCWD, path, path, error);
}

bool folder_begin(struct file_writer *writer, const struct folder *folder, const char *name,
                  struct error *error)
{
    if (!folder_has_no_link(folder, name, error))
        return false;
    char *path = path_of(folder, name);
    bool begun = path ? file_begin_at(writer, folder->fd, path, error)
                      : failed(error, EXIT_FAILED, "out of memory");
    free(path);
    return begun;
}
