// Calls of the system that can fail, under each of their names.
#define _GNU_SOURCE
#include "faulty.h"
#include "streams.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FAILED = -1 };

// What a sentence is written to does not fail.
#define ANY(...) true
#define NOT_STDERR(fd, ...) ((fd) != STDERR_FILENO)

#define FAULTY_IF(counted, name, group, number, type, parameters, arguments)                       \
    type name parameters;                                                                          \
    type name parameters                                                                           \
    {                                                                                              \
        if (counted arguments && fails(group, number))                                             \
            return (type)FAILED;                                                                   \
        type(*real) parameters = (type(*) parameters)dlsym(RTLD_NEXT, #name);                      \
        return real arguments;                                                                     \
    }
#define FAULTY(...) FAULTY_IF(ANY, __VA_ARGS__)

FAULTY_IF(NOT_STDERR, write, KIND_WRITE, ENOSPC, ssize_t, (int fd, const void *bytes, size_t size),
          (fd, bytes, size))
FAULTY_IF(NOT_STDERR, writev, KIND_WRITE, ENOSPC, ssize_t,
          (int fd, const struct iovec *parts, int count), (fd, parts, count))
FAULTY(pwrite, KIND_PWRITE, ENOSPC, ssize_t, (int fd, const void *bytes, size_t size, off_t place),
       (fd, bytes, size, place))
FAULTY(pwrite64, KIND_PWRITE, ENOSPC, ssize_t,
       (int fd, const void *bytes, size_t size, off_t place), (fd, bytes, size, place))
FAULTY(read, KIND_READ, EIO, ssize_t, (int fd, void *bytes, size_t size), (fd, bytes, size))
FAULTY(pread, KIND_READ, EIO, ssize_t, (int fd, void *bytes, size_t size, off_t place),
       (fd, bytes, size, place))
FAULTY(pread64, KIND_READ, EIO, ssize_t, (int fd, void *bytes, size_t size, off_t place),
       (fd, bytes, size, place))
FAULTY(recv, KIND_RECEIVE, ECONNRESET, ssize_t, (int fd, void *bytes, size_t size, int flags),
       (fd, bytes, size, flags))
FAULTY(recvmsg, KIND_RECEIVE, ECONNRESET, ssize_t, (int fd, struct msghdr *message, int flags),
       (fd, message, flags))
FAULTY(send, KIND_SEND, EPIPE, ssize_t, (int fd, const void *bytes, size_t size, int flags),
       (fd, bytes, size, flags))
FAULTY(sendmsg, KIND_SEND, EPIPE, ssize_t, (int fd, const struct msghdr *message, int flags),
       (fd, message, flags))
FAULTY(fsync, KIND_SYNC, EIO, int, (int fd), (fd))
FAULTY(fdatasync, KIND_SYNC, EIO, int, (int fd), (fd))
FAULTY(rename, KIND_RENAME, EIO, int, (const char *from, const char *to), (from, to))
FAULTY(renameat, KIND_RENAME, EIO, int, (int at, const char *from, int other, const char *to),
       (at, from, other, to))
FAULTY(renameat2, KIND_RENAME, EIO, int,
       (int at, const char *from, int other, const char *to, unsigned flags),
       (at, from, other, to, flags))
FAULTY(ftruncate, KIND_TRUNCATE, EIO, int, (int fd, off_t size), (fd, size))
FAULTY(ftruncate64, KIND_TRUNCATE, EIO, int, (int fd, off_t size), (fd, size))
FAULTY(fallocate, KIND_TRUNCATE, ENOSPC, int, (int fd, int mode, off_t place, off_t size),
       (fd, mode, place, size))
FAULTY(sendfile, KIND_COPY, ENOSPC, ssize_t, (int to, int from, off_t *place, size_t size),
       (to, from, place, size))
FAULTY(fchmod, KIND_COPY, EIO, int, (int fd, mode_t mode), (fd, mode))
FAULTY(futimens, KIND_COPY, EIO, int, (int fd, const struct timespec times[2]), (fd, times))
FAULTY(symlink, KIND_MAKE, ENOSPC, int, (const char *to, const char *path), (to, path))
FAULTY(symlinkat, KIND_MAKE, ENOSPC, int, (const char *to, int folder, const char *path),
       (to, folder, path))
FAULTY(unlink, KIND_REMOVE, EIO, int, (const char *path), (path))
FAULTY(unlinkat, KIND_REMOVE, EIO, int, (int folder, const char *path, int flags),
       (folder, path, flags))
FAULTY(rmdir, KIND_REMOVE, EIO, int, (const char *path), (path))
FAULTY(fork, KIND_START, EAGAIN, pid_t, (void), ())
FAULTY(mmap, KIND_MEMORY, ENOMEM, void *,
       (void *at, size_t size, int rights, int flags, int fd, off_t place),
       (at, size, rights, flags, fd, place))
FAULTY(mmap64, KIND_MEMORY, ENOMEM, void *,
       (void *at, size_t size, int rights, int flags, int fd, off_t place),
       (at, size, rights, flags, fd, place))
FAULTY(memfd_create, KIND_DESCRIPTOR, EMFILE, int, (const char *name, unsigned flags),
       (name, flags))
FAULTY(pipe, KIND_DESCRIPTOR, EMFILE, int, (int pair[2]), (pair))
FAULTY(pipe2, KIND_DESCRIPTOR, EMFILE, int, (int pair[2], int flags), (pair, flags))
FAULTY(socketpair, KIND_DESCRIPTOR, EMFILE, int, (int domain, int type, int protocol, int pair[2]),
       (domain, type, protocol, pair))
FAULTY(dup, KIND_DESCRIPTOR, EMFILE, int, (int fd), (fd))
FAULTY(flock, KIND_LOCK, EIO, int, (int fd, int operation), (fd, operation))

static int control(int fd, int command, long argument)
{
    bool copies = command == F_DUPFD || command == F_DUPFD_CLOEXEC;
    bool locks = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK;
    if ((copies && fails(KIND_DESCRIPTOR, EMFILE)) || (locks && fails(KIND_LOCK, EIO)))
        return -1;
    return (int)syscall(SYS_fcntl, fd, command, argument);
}

#define FAULTY_CONTROL(name)                                                                       \
    int name(int fd, int command, ...)                                                             \
    {                                                                                              \
        va_list rest;                                                                              \
        va_start(rest, command);                                                                   \
        int code = control(fd, command, va_arg(rest, long));                                       \
        va_end(rest);                                                                              \
        return code;                                                                               \
    }

FAULTY_CONTROL(fcntl)
FAULTY_CONTROL(fcntl64)

// These return the number of the error.
int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const *arguments,
                char *const *environment)
{
    int (*real)(pid_t *, const char *, const posix_spawn_file_actions_t *,
                const posix_spawnattr_t *, char *const *, char *const *) =
        dlsym(RTLD_NEXT, "posix_spawn");
    return fails(KIND_START, EAGAIN) ? EAGAIN
                                     : real(pid, path, actions, attributes, arguments, environment);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *),
                   void *data)
{
    int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
        dlsym(RTLD_NEXT, "pthread_create");
    return fails(KIND_START, EAGAIN) ? EAGAIN : real(thread, attributes, work, data);
}

// ---- Opening: what may make a file is another kind

// What is there already is no place for a folder.
int mkdirat(int folder, const char *path, mode_t mode)
{
    if (faccessat(folder, path, F_OK, 0) && fails(KIND_MAKE, ENOSPC))
        return -1;
    return (int)syscall(SYS_mkdirat, folder, path, mode);
}

int mkdir(const char *path, mode_t mode)
{
    return mkdirat(AT_FDCWD, path, mode);
}

static bool open_fails(int flags)
{
    return flags & O_CREAT ? fails(KIND_MAKE, ENOSPC) : fails(KIND_OPEN, EMFILE);
}

static int open_at(int folder, const char *path, int flags, va_list rest)
{
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    return open_fails(flags) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
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
#define FAULTY_OPENAT(name)                                                                        \
    int name(int folder, const char *path, int flags, ...)                                         \
    {                                                                                              \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        int fd = open_at(folder, path, flags, rest);                                               \
        va_end(rest);                                                                              \
        return fd;                                                                                 \
    }

FAULTY_OPEN(open)
FAULTY_OPEN(open64)
FAULTY_OPENAT(openat)
FAULTY_OPENAT(openat64)

DIR *opendir(const char *path)
{
    DIR *(*real)(const char *) = dlsym(RTLD_NEXT, "opendir");
    return fails(KIND_OPEN, EMFILE) ? NULL : real(path);
}

int scandir(const char *path, struct dirent ***entries, int (*is_wanted)(const struct dirent *),
            int (*order)(const struct dirent **, const struct dirent **))
{
    int (*real)(const char *, struct dirent ***, int (*)(const struct dirent *),
                int (*)(const struct dirent **, const struct dirent **)) =
        dlsym(RTLD_NEXT, "scandir");
    return fails(KIND_OPEN, EMFILE) ? -1 : real(path, entries, is_wanted, order);
}

struct dirent *readdir(DIR *folder)
{
    struct dirent *(*real)(DIR *) = dlsym(RTLD_NEXT, "readdir");
    return fails(KIND_READ, EIO) ? NULL : real(folder);
}

// openat2() has no function of its own.
long syscall(long number, ...)
{
    static long (*real)(long, ...);
    va_list rest;
    long a[6];
    va_start(rest, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(rest, long);
    va_end(rest);
    if (!real)
        real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    return number == SYS_openat2 && fails(KIND_OPEN, EMFILE)
               ? -1
               : real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

// ---- Streams

int dprintf(int fd, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    int written = fails(KIND_WRITE, ENOSPC) ? -1 : vdprintf(fd, format, rest);
    va_end(rest);
    return written;
}

FILE *fopen(const char *path, const char *mode)
{
    FILE *(*real)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen");
    return open_fails(*mode == 'r' ? 0 : O_CREAT) ? NULL : stream_of(real(path, mode), mode);
}

FILE *fdopen(int fd, const char *mode)
{
    FILE *(*real)(int, const char *) = dlsym(RTLD_NEXT, "fdopen");
    return stream_of(real(fd, mode), mode);
}

// Before anything is counted: its memory is not the program's.
__attribute__((constructor(101))) static void take_stdout(void)
{
    stdout = stream_of(stdout, "w");
}
