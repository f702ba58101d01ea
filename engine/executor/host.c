// Waiting for locks, and the lock file of this host.
#include "executor/host.h"

#include "base/clock.h"
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Begins what the holder writes into the host's lock: "eswexp SECONDS FOLDER", since the epoch.
#define MARK "eswexp "

enum { LOCK_AGAIN_US = 100000, NOTE_BYTES = 2048 };

// ---- Waiting

bool lock_take(const struct waiting *waiting, int lock, const char *holder, struct error *error)
{
    for (bool logged = false; flock(lock, LOCK_EX | LOCK_NB) != 0; logged = true) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return failed_errno(error, "cannot take a lock");
        if (waiting->refused)
            return failed(error, EXIT_UNFIT, "%s: not waiting for its end (--no-wait)", holder);
        if (*waiting->stop)
            return failed(error, EXIT_INTERRUPTED, "interrupted while waiting");
        if (waiting->deadline_ns && clock_boot_ns() >= waiting->deadline_ns)
            return failed(error, EXIT_UNFIT, "%s: the deadline came while waiting", holder);
        if (!logged)
            log_note(waiting->log, "%s: waiting for its end, Ctrl-C gives up", holder);
        usleep(LOCK_AGAIN_US); // a signal just before would be lost on a flock() that waits
    }
    return true;
}

bool lock_was_removed(int lock)
{
    struct stat status;
    return fstat(lock, &status) == 0 && status.st_nlink == 0;
}

// ---- The note in the host's lock

// A file that eswexp did not write is locked, but not written to.
static bool is_ours(int lock)
{
    struct stat status;
    char mark[sizeof MARK] = "";
    return fstat(lock, &status) == 0 && status.st_nlink == 1 &&
           (status.st_size == 0 || (pread(lock, mark, strlen(MARK), 0) == (ssize_t)strlen(MARK) &&
                                    text_equal(mark, MARK)));
}

// Best effort: the note only serves messages.
static void write_note(int lock, const char *folder)
{
    if (is_ours(lock) && ftruncate(lock, 0) == 0 && folder)
        dprintf(lock, MARK "%lld %s", (long long)time(NULL), folder);
}

// Who has the lock, according to its note, into which another user may have written anything.
static void read_note(int lock, char holder[static NOTE_BYTES])
{
    char note[NOTE_BYTES / 2] = "", when[32];
    size_t length = strlen(MARK);
    if (pread(lock, note, sizeof note - 1, 0) < 0)
        *note = '\0';
    for (char *c = note; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = '?';
    char *folder = note;
    time_t since = text_starts(note, MARK) ? strtoll(note + length, &folder, 10) : 0;
    struct tm local;
    bool known = since > 0 && *folder == ' ' && localtime_r(&since, &local) &&
                 strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local) > 0;
    snprintf(holder, NOTE_BYTES, "another campaign is measuring on this machine%s%s%s%s%s",
             known ? " ('" : "", known ? folder + 1 : "", known ? "', since " : "",
             known ? when : "", known ? ")" : "");
}

// ---- The host's lock

static const char *host_lock(void)
{
    const char *given = getenv("ESWEXP_HOST_LOCK");
    struct stat status;
    if (given && *given)
        return given;
    bool shared =
        stat("/run/lock", &status) == 0 && S_ISDIR(status.st_mode) && (status.st_mode & S_IWOTH);
    return shared ? "/run/lock/eswexp.lock" : "/tmp/eswexp.lock";
}

// Locking needs read access only, the note needs write access. A FIFO there does not block.
static int open_there(const char *path)
{
    const int flags = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    int lock = open(path, O_RDWR | flags);
    return lock < 0 && (errno == EACCES || errno == EROFS) ? open(path, O_RDONLY | flags) : lock;
}

// In a sticky folder the kernel refuses O_CREAT for the file of another user.
static int open_or_make(const char *path)
{
    int lock = open_there(path);
    if (lock >= 0 || errno != ENOENT)
        return lock;
    mode_t mask = umask(0); // for all users from the first instant; there are no threads yet
    lock = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    umask(mask);
    return lock < 0 && errno == EEXIST ? open_there(path) : lock;
}

static bool open_lock(const char *path, int *lock, struct error *error)
{
    struct stat status;
    *lock = open_or_make(path);
    int number = errno;
    if ((*lock < 0 ? lstat(path, &status) : fstat(*lock, &status)) == 0 && !S_ISREG(status.st_mode))
        return failed(error, EXIT_FAILED,
                      "'%s' is no regular file and no lock for this machine: remove it, or name "
                      "another one in ESWEXP_HOST_LOCK",
                      path);
    errno = number;
    return *lock >= 0 || failed_errno(error,
                                      "cannot open the lock for this machine (ESWEXP_HOST_LOCK "
                                      "names another one) '%s'",
                                      path);
}

static bool take(const struct waiting *waiting, int lock, struct error *error)
{
    char holder[NOTE_BYTES];
    if (flock(lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    read_note(lock, holder);
    return lock_take(waiting, lock, holder, error);
}

bool host_take(const struct waiting *waiting, const char *folder, int *lock, struct error *error)
{
    const char *path = host_lock();
    bool again = true;
    while (again) { // if it was removed meanwhile, the next campaign would make another
        bool locked = open_lock(path, lock, error) && take(waiting, *lock, error);
        again = locked && lock_was_removed(*lock);
        if (*lock >= 0 && (!locked || again)) {
            close(*lock);
            *lock = -1;
        }
        if (!locked)
            return false;
    }
    write_note(*lock, folder);
    return true;
}

void host_release(int lock)
{
    if (lock < 0)
        return;
    write_note(lock, NULL);
    close(lock);
}
