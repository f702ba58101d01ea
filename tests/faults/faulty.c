// Preloaded into a program: the FAULT_AT-th call of the kind FAULT_KIND fails, once, as on a full
// or a failing disk. How many calls of each kind there were goes into the file FAULT_CALLS. So that
// it is always as many, what the program does may not depend on how fast it is: its boot clock goes
// on by a step whenever it is asked.
#define _GNU_SOURCE
#include "streams.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { STEP_NS = 25000000 }; // more than results wait for each other, store/transactions.c

static char kind[16], counts[4096];
static unsigned long at;
static const char *const kinds[] = {"pwrite", "sync", "write",  "rename", "truncate",
                                    "copy",   "make", "remove", "start",  "memory"};
enum { KINDS = sizeof kinds / sizeof *kinds };
static atomic_ulong calls[KINDS], steps;

// Only this program is meant, not what it starts.
__attribute__((constructor)) static void begin(void)
{
    if (getenv("FAULT_KIND"))
        snprintf(kind, sizeof kind, "%s", getenv("FAULT_KIND"));
    if (getenv("FAULT_CALLS"))
        snprintf(counts, sizeof counts, "%s", getenv("FAULT_CALLS"));
    at = getenv("FAULT_AT") ? strtoul(getenv("FAULT_AT"), NULL, 10) : 0;
    unsetenv("LD_PRELOAD");
    unsetenv("FAULT_KIND");
    unsetenv("FAULT_CALLS");
    unsetenv("FAULT_AT");
}

__attribute__((destructor)) static void end(void)
{
    *kind = '\0';
    FILE *file = *counts ? fopen(counts, "w") : NULL;
    for (int i = 0; file && i < KINDS; i++)
        fprintf(file, "%s %lu\n", kinds[i], atomic_load(&calls[i]));
    if (file)
        fclose(file);
}

static bool fails(const char *name, int number)
{
    int group = 0;
    while (strcmp(name, kinds[group]) != 0)
        group++;
    if (!*kind || atomic_fetch_add(&calls[group], 1) + 1 != at || strcmp(name, kind) != 0)
        return false;
    errno = number;
    return true;
}

// A call of its kind, under each of its names.
#define FAULTY(name, group, number, type, parameters, arguments)                                   \
    type name parameters;                                                                          \
    type name parameters                                                                           \
    {                                                                                              \
        if (fails(group, number))                                                                  \
            return (type)-1;                                                                       \
        type(*real) parameters = (type(*) parameters)dlsym(RTLD_NEXT, #name);                      \
        return real arguments;                                                                     \
    }

FAULTY(write, "write", ENOSPC, ssize_t, (int fd, const void *bytes, size_t size), (fd, bytes, size))
FAULTY(pwrite, "pwrite", ENOSPC, ssize_t, (int fd, const void *bytes, size_t size, off_t place),
       (fd, bytes, size, place))
FAULTY(pwrite64, "pwrite", ENOSPC, ssize_t, (int fd, const void *bytes, size_t size, off_t place),
       (fd, bytes, size, place))
FAULTY(fsync, "sync", EIO, int, (int fd), (fd))
FAULTY(fdatasync, "sync", EIO, int, (int fd), (fd))
FAULTY(rename, "rename", EIO, int, (const char *from, const char *to), (from, to))
FAULTY(renameat, "rename", EIO, int, (int at, const char *from, int other, const char *to),
       (at, from, other, to))
FAULTY(ftruncate, "truncate", EIO, int, (int fd, off_t size), (fd, size))
FAULTY(ftruncate64, "truncate", EIO, int, (int fd, off_t size), (fd, size))
FAULTY(fallocate, "truncate", ENOSPC, int, (int fd, int mode, off_t place, off_t size),
       (fd, mode, place, size))
FAULTY(sendfile, "copy", ENOSPC, ssize_t, (int to, int from, off_t *place, size_t size),
       (to, from, place, size))
FAULTY(fchmod, "copy", EIO, int, (int fd, mode_t mode), (fd, mode))
FAULTY(futimens, "copy", EIO, int, (int fd, const struct timespec times[2]), (fd, times))
FAULTY(symlink, "make", ENOSPC, int, (const char *to, const char *path), (to, path))
FAULTY(unlink, "remove", EIO, int, (const char *path), (path))
FAULTY(unlinkat, "remove", EIO, int, (int folder, const char *path, int flags),
       (folder, path, flags))
FAULTY(fork, "start", EAGAIN, pid_t, (void), ())
FAULTY(memfd_create, "memory", EMFILE, int, (const char *name, unsigned flags), (name, flags))
FAULTY(mmap, "memory", ENOMEM, void *,
       (void *at, size_t size, int rights, int flags, int fd, off_t place),
       (at, size, rights, flags, fd, place))
FAULTY(mmap64, "memory", ENOMEM, void *,
       (void *at, size_t size, int rights, int flags, int fd, off_t place),
       (at, size, rights, flags, fd, place))

// What is there already is no place for a folder.
int mkdirat(int folder, const char *path, mode_t mode)
{
    if (faccessat(folder, path, F_OK, 0) && fails("make", ENOSPC))
        return -1;
    return (int)syscall(SYS_mkdirat, folder, path, mode);
}

int mkdir(const char *path, mode_t mode)
{
    return mkdirat(AT_FDCWD, path, mode);
}

// Those count that may make a file.
static int open_at(int folder, const char *path, int flags, va_list rest)
{
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    if (flags & O_CREAT && fails("make", ENOSPC))
        return -1;
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define FAULTY_OPEN(name)                                                                          \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        int fd = open_at(AT_FDCWD, path, flags, rest);                                             \
        va_end(rest);                                                                              \
        return fd;                                                                                 \
    }

FAULTY_OPEN(open)
FAULTY_OPEN(open64)

int openat(int folder, const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    int fd = open_at(folder, path, flags, rest);
    va_end(rest);
    return fd;
}

int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const *arguments,
                char *const *environment)
{
    if (fails("start", EAGAIN))
        return EAGAIN;
    int (*real)(pid_t *, const char *, const posix_spawn_file_actions_t *,
                const posix_spawnattr_t *, char *const *, char *const *) =
        dlsym(RTLD_NEXT, "posix_spawn");
    return real(pid, path, actions, attributes, arguments, environment);
}

int dprintf(int fd, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    int written = fails("write", ENOSPC) ? -1 : vdprintf(fd, format, rest);
    va_end(rest);
    return written;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (clock != CLOCK_BOOTTIME || !*kind)
        return (int)syscall(SYS_clock_gettime, clock, now);
    long ns = (long)(atomic_fetch_add(&steps, 1) + 1) * STEP_NS;
    *now = (struct timespec){ns / 1000000000, ns % 1000000000};
    return 0;
}

FILE *fopen(const char *path, const char *mode)
{
    FILE *(*real)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen");
    if (*mode != 'r' && fails("make", ENOSPC))
        return NULL;
    FILE *stream = real(path, mode);
    return *mode == 'r' ? stream : stream_of(stream);
}

FILE *fdopen(int fd, const char *mode)
{
    FILE *(*real)(int, const char *) = dlsym(RTLD_NEXT, "fdopen");
    FILE *stream = real(fd, mode);
    return *mode == 'r' ? stream : stream_of(stream);
}
