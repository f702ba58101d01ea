// Preloaded into a program: the FAULT_AT-th call of the kind FAULT_KIND fails, once, as on a full
// or a failing disk. How many calls of that kind there were goes into the file FAULT_CALLS.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static char kind[16], counts[4096];
static unsigned long at;
static atomic_ulong calls;

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
    if (file) {
        fprintf(file, "%lu\n", atomic_load(&calls));
        fclose(file);
    }
}

static bool fails(const char *name, int number)
{
    if (strcmp(name, kind) != 0 || atomic_fetch_add(&calls, 1) + 1 != at)
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
            return -1;                                                                             \
        type(*real) parameters = (type(*) parameters)dlsym(RTLD_NEXT, #name);                      \
        return real arguments;                                                                     \
    }

FAULTY(pwrite, "pwrite", ENOSPC, ssize_t, (int fd, const void *bytes, size_t size, off_t place),
       (fd, bytes, size, place))
FAULTY(pwrite64, "pwrite", ENOSPC, ssize_t, (int fd, const void *bytes, size_t size, off_t place),
       (fd, bytes, size, place))
FAULTY(fsync, "sync", EIO, int, (int fd), (fd))
FAULTY(fdatasync, "sync", EIO, int, (int fd), (fd))
FAULTY(rename, "rename", EIO, int, (const char *from, const char *to), (from, to))
FAULTY(ftruncate, "truncate", EIO, int, (int fd, off_t size), (fd, size))
FAULTY(ftruncate64, "truncate", EIO, int, (int fd, off_t size), (fd, size))

// A stream's own writes pass no function by name: it gets one that does.
static ssize_t stream_write(void *stream, const char *bytes, size_t size)
{
    return fails("write", ENOSPC) ? 0 : write(fileno(stream), bytes, size);
}

static int stream_close(void *stream)
{
    return fclose(stream);
}

FILE *fopen(const char *path, const char *mode)
{
    FILE *(*real)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen");
    FILE *stream = real(path, mode);
    const cookie_io_functions_t functions = {.write = stream_write, .close = stream_close};
    return stream && *mode == 'w' ? fopencookie(stream, "w", functions) : stream;
}
