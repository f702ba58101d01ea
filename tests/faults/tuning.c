// Preloaded into a program that tunes a machine: counts what it does to files below TUNE_ROOT, and
// at the TUNE_KILL-th time kills it, with the process that it left to restore the machine unless
// TUNE_SPARE is set; with TUNE_HANGUP its group hears SIGHUP when that process is made. Each write
// to a path that contains TUNE_REFUSE fails, from the TUNE_FROM-th on. What was done goes into the
// file TUNE_LOG, a line each.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static char root[PATH_MAX], refused[256];
static int record = -1;
static unsigned long kill_at, refused_from, done, refusals;
static bool spared, hung_up;
static pid_t child;

static unsigned long number_of(const char *name)
{
    const char *text = getenv(name);
    unsigned long number = text ? strtoul(text, NULL, 10) : 0;
    unsetenv(name);
    return number;
}

static void text_of(const char *name, char *text, size_t size)
{
    const char *value = getenv(name);
    snprintf(text, size, "%s", value ? value : "");
    unsetenv(name);
}

// Only this program is meant, not what it starts.
__attribute__((constructor)) static void begin(void)
{
    char path[PATH_MAX];
    unsetenv("LD_PRELOAD");
    text_of("TUNE_ROOT", root, sizeof root);
    text_of("TUNE_REFUSE", refused, sizeof refused);
    text_of("TUNE_LOG", path, sizeof path);
    kill_at = number_of("TUNE_KILL");
    refused_from = number_of("TUNE_FROM");
    spared = number_of("TUNE_SPARE");
    hung_up = number_of("TUNE_HANGUP");
    if (*path)
        record = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
                              0666);
}

static void count(const char *what, const char *path)
{
    if (!*root || strncmp(path, root, strlen(root)) != 0 || strstr(path, ".lock"))
        return;
    char line[PATH_MAX + 32];
    int length = snprintf(line, sizeof line, "%s %s\n", what, path + strlen(root));
    if (record >= 0)
        syscall(SYS_write, record, line, (size_t)length);
    if (++done != kill_at)
        return;
    if (child && !spared)
        kill(child, SIGKILL);
    kill(getpid(), SIGKILL);
}

static void path_of(int fd, char path[static PATH_MAX])
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = '\0';
}

// The process that watches over this one is only counted by who kills.
pid_t fork(void)
{
    pid_t (*real)(void) = (pid_t(*)(void))dlsym(RTLD_NEXT, "fork");
    pid_t made = real();
    if (made == 0)
        kill_at = 0;
    child = made > 0 ? made : child;
    if (made > 0 && hung_up)
        kill(0, SIGHUP);
    return made;
}

// Changed already if it is to be: its content goes with the opening.
#define COUNTED_OPEN(name)                                                                         \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;                                  \
        va_end(rest);                                                                              \
        int fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);                            \
        if (fd >= 0 && (flags & O_ACCMODE) != O_RDONLY)                                            \
            count("open", path);                                                                   \
        return fd;                                                                                 \
    }

COUNTED_OPEN(open)
COUNTED_OPEN(open64)

ssize_t write(int fd, const void *bytes, size_t size)
{
    char path[PATH_MAX];
    path_of(fd, path);
    if (*refused && strstr(path, refused) && ++refusals >= refused_from) {
        errno = EIO;
        return -1;
    }
    ssize_t written = syscall(SYS_write, fd, bytes, size);
    int number = errno;
    count("write", path);
    errno = number;
    return written;
}

int fsync(int fd)
{
    char path[PATH_MAX];
    path_of(fd, path);
    count("sync", path);
    return (int)syscall(SYS_fsync, fd);
}

int rename(const char *from, const char *to)
{
    int result = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    count("rename", to);
    return result;
}

int unlink(const char *path)
{
    int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    int number = errno;
    if (result == 0)
        count("remove", path);
    errno = number;
    return result;
}
