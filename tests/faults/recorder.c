// Preloaded into a program: what it does to the files of the folder RECORDED goes, in its order,
// into the file RECORD: one struct record each, behind it a path and bytes.
#define _GNU_SOURCE
#include "streams.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct record {
    uint64_t what, inode, place, at_ns, path_bytes, bytes;
};

static char folder[PATH_MAX];
static int record_fd = -1;
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER; // call at a time, so that the order is true

static void lock(void)
{
    pthread_mutex_lock(&one);
}

static void unlock(void)
{
    pthread_mutex_unlock(&one);
}

// Only this program is meant, not what it starts. Of its threads one may fork while another is in a
// call: without the handlers the child would wait for that one for ever.
__attribute__((constructor)) static void begin(void)
{
    pthread_atfork(lock, unlock, unlock);
    const char *recorded = getenv("RECORDED"), *record = getenv("RECORD");
    if (recorded && record) {
        snprintf(folder, sizeof folder, "%s", recorded);
        record_fd = (int)syscall(SYS_openat, AT_FDCWD, record,
                                 O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    }
    unsetenv("LD_PRELOAD");
    unsetenv("RECORDED");
    unsetenv("RECORD");
}

static void put(const void *bytes, size_t size)
{
    if (size && syscall(SYS_write, record_fd, bytes, size) != (ssize_t)size)
        abort();
}

static void note(char what, uint64_t inode, uint64_t place, const char *path, const void *bytes,
                 size_t size)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct record record = {(uint64_t)what, inode,
                            place,          (uint64_t)now.tv_sec * 1000000000 + now.tv_nsec,
                            strlen(path),   size};
    put(&record, sizeof record);
    put(path, record.path_bytes);
    put(bytes, size);
}

static int is_ours(const char *path)
{
    size_t length = strlen(folder);
    return record_fd >= 0 && strncmp(path, folder, length) == 0 &&
           (path[length] == '/' || path[length] == '\0');
}

// Whether an open file is in the folder; its inode and path.
static int is_open_in(int fd, uint64_t *inode, char path[static PATH_MAX])
{
    char link[32];
    struct stat status;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = record_fd < 0 ? -1 : readlink(link, path, PATH_MAX - 1);
    path[length < 0 ? 0 : length] = '\0';
    if (!is_ours(path) || fstat(fd, &status))
        return 0;
    *inode = status.st_ino;
    return 1;
}

static const char *whole(int at, const char *path, char whole[static PATH_MAX])
{
    char link[32] = "/proc/self/cwd";
    if (path[0] == '/')
        return path;
    if (at != AT_FDCWD)
        snprintf(link, sizeof link, "/proc/self/fd/%d", at);
    ssize_t length = readlink(link, whole, PATH_MAX / 2);
    snprintf(whole + (length < 0 ? 0 : length), PATH_MAX / 2, "/%s", path);
    return whole;
}

#define ORDERED(type, call, noted)                                                                 \
    lock();                                                                                        \
    type result = call;                                                                            \
    if (result >= 0) {                                                                             \
        noted;                                                                                     \
    }                                                                                              \
    unlock();                                                                                      \
    return result

static void note_of(int fd, char what, uint64_t place, const void *bytes, size_t size)
{
    uint64_t inode;
    char path[PATH_MAX];
    if (is_open_in(fd, &inode, path))
        note(what, inode, place, path, bytes, size);
}

static void note_open(int fd, int flags)
{
    if (flags & (O_CREAT | O_TRUNC))
        note_of(fd, 'o', (flags & O_TRUNC) != 0, NULL, 0);
}

#define OPEN(name, at, ...)                                                                        \
    int name(__VA_ARGS__, int flags, ...)                                                          \
    {                                                                                              \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;                                  \
        va_end(rest);                                                                              \
        ORDERED(int, (int)syscall(SYS_openat, at, path, flags, mode), note_open(result, flags));   \
    }

OPEN(open, AT_FDCWD, const char *path)
OPEN(open64, AT_FDCWD, const char *path)
OPEN(openat, at, int at, const char *path)

static void note_write(int fd, const void *bytes, ssize_t size, off_t place)
{
    if (size > 0)
        note_of(fd, 'w', (uint64_t)place, bytes, (size_t)size);
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    ORDERED(ssize_t, syscall(SYS_write, fd, bytes, size),
            note_write(fd, bytes, result, lseek(fd, 0, SEEK_CUR) - result));
}

#define PWRITE(name)                                                                               \
    ssize_t name(int fd, const void *bytes, size_t size, off_t place)                              \
    {                                                                                              \
        ORDERED(ssize_t, syscall(SYS_pwrite64, fd, bytes, size, place),                            \
                note_write(fd, bytes, result, place));                                             \
    }

PWRITE(pwrite)
PWRITE(pwrite64)

#define OF_FILE(name, call, what, place, parameters, ...)                                          \
    int name parameters                                                                            \
    {                                                                                              \
        ORDERED(int, (int)syscall(call, __VA_ARGS__),                                              \
                note_of(fd, what, (uint64_t)(place), NULL, 0));                                    \
    }

OF_FILE(ftruncate, SYS_ftruncate, 't', size, (int fd, off_t size), fd, size)
OF_FILE(ftruncate64, SYS_ftruncate, 't', size, (int fd, off_t size), fd, size)
OF_FILE(fsync, SYS_fsync, 's', 0, (int fd), fd)
OF_FILE(fdatasync, SYS_fdatasync, 's', 0, (int fd), fd)

static void note_path(char what, int at, const char *path, const char *to)
{
    char buffer[PATH_MAX], other[PATH_MAX];
    const char *from = whole(at, path, buffer);
    to = to ? whole(at, to, other) : "";
    if (is_ours(from) || (*to && is_ours(to)))
        note(what, 0, 0, from, to, strlen(to));
}

#define OF_PATH(name, call, what, at, path, to, parameters, ...)                                   \
    int name parameters                                                                            \
    {                                                                                              \
        ORDERED(int, (int)syscall(call, __VA_ARGS__), note_path(what, at, path, to));              \
    }

OF_PATH(mkdir, SYS_mkdirat, 'm', AT_FDCWD, path, NULL, (const char *path, mode_t mode), AT_FDCWD,
        path, mode)
OF_PATH(rename, SYS_renameat, 'r', AT_FDCWD, from, to, (const char *from, const char *to), AT_FDCWD,
        from, AT_FDCWD, to)
OF_PATH(mkdirat, SYS_mkdirat, 'm', at, path, NULL, (int at, const char *path, mode_t mode), at,
        path, mode)
OF_PATH(renameat, SYS_renameat, 'r', at, from, to,
        (int at, const char *from, int other, const char *to), at, from, other, to)
OF_PATH(unlink, SYS_unlinkat, 'u', AT_FDCWD, path, NULL, (const char *path), AT_FDCWD, path, 0)
OF_PATH(rmdir, SYS_unlinkat, 'u', AT_FDCWD, path, NULL, (const char *path), AT_FDCWD, path,
        AT_REMOVEDIR)
OF_PATH(unlinkat, SYS_unlinkat, 'u', at, path, NULL, (int at, const char *path, int flags), at,
        path, flags)

FILE *fdopen(int fd, const char *mode)
{
    FILE *(*real)(int, const char *) = dlsym(RTLD_NEXT, "fdopen");
    FILE *stream = real(fd, mode);
    return *mode == 'r' ? stream : stream_of(stream, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    FILE *(*real)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen");
    if (*mode == 'r')
        return real(path, mode);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (*mode == 'a' ? O_APPEND : O_TRUNC), 0666);
    return fd < 0 ? NULL : fdopen(fd, mode);
}
