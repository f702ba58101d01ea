// Waiting for locks, and the lock file of this host.
#include "executor/host.h"

#include "base/clock.h"
#include "base/elapsed.h"
#include "base/files/files.h"
#include "base/text.h"
#include "base/user.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

// ---- The process that holds a lock, by /proc

struct lock_holder {
    pid_t pid;
    char user[USER_NAME_BYTES];
    char command[160]; // its command line, cut; control characters replaced
    time_t begun;      // when the process began; 0: unknown
};

// Reads the start of /proc/PID/NAME; "" if it cannot be read. Returns its length.
static size_t read_file(pid_t pid, const char *name, char *bytes, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    FD_CLEANUP int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? 0 : read(fd, bytes, size - 1);
    got = got < 0 ? 0 : got;
    bytes[got] = '\0';
    return (size_t)got;
}

// ---- The process

// Of a line such as "1: FLOCK  ADVISORY  WRITE 4711 fe:00:10955758 0 EOF". Those who wait have
// "->" before FLOCK.
struct held {
    long pid;
    unsigned long device_major, device_minor, inode;
};

static bool read_held(char *line, struct held *held)
{
    enum { KIND = 1, PROCESS = 4, FILE_ID = 5, WORDS = 6 };
    char *words[WORDS] = {0}, *at = line;
    for (size_t i = 0; i < WORDS && at;) {
        char *word = strsep(&at, " \n");
        if (*word)
            words[i++] = word;
    }
    if (!words[FILE_ID] || !text_equal(words[KIND], "FLOCK"))
        return false;
    char *end = words[FILE_ID];
    held->pid = strtol(words[PROCESS], NULL, 10);
    held->device_major = strtoul(end, &end, 16);
    held->device_minor = strtoul(end + (*end == ':'), &end, 16);
    held->inode = strtoul(end + (*end == ':'), &end, 10);
    return held->pid > 0 && !*end;
}

static bool is_of(const struct held *held, const struct stat *status, bool device)
{
    return held->inode == status->st_ino &&
           (!device || (held->device_major == major(status->st_dev) &&
                        held->device_minor == minor(status->st_dev)));
}

// With `device` false the inode alone decides, which must then be the only one of its number.
static pid_t find_pid(const struct stat *status, bool device)
{
    char line[256];
    pid_t found = 0;
    int count = 0;
    FILE_CLEANUP FILE *locks = fopen("/proc/locks", "re");
    while (locks && fgets(line, sizeof line, locks)) {
        struct held held;
        if (!read_held(line, &held) || !is_of(&held, status, device))
            continue;
        found = (pid_t)held.pid;
        count++;
    }
    return count == 1 || device ? found : 0;
}

// ---- What is known of it

static void find_user(struct lock_holder *holder)
{
    char path[64];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%d", (int)holder->pid);
    if (stat(path, &status) != 0) {
        snprintf(holder->user, sizeof holder->user, "an unknown user");
        return;
    }
    user_name(status.st_uid, holder->user);
}

static void find_command(struct lock_holder *holder)
{
    size_t length = read_file(holder->pid, "cmdline", holder->command, sizeof holder->command);
    bool cut = length + 1 == sizeof holder->command;
    if (!length)
        length = read_file(holder->pid, "comm", holder->command, sizeof holder->command);
    for (size_t i = 0; i < length; i++)
        if (!holder->command[i])
            holder->command[i] = ' ';
    while (length && isspace((unsigned char)holder->command[length - 1]))
        holder->command[--length] = '\0';
    text_make_plain(holder->command);
    if (cut)
        memcpy(holder->command + sizeof holder->command - 4, "...", 4);
}

// proc(5): the 22nd field, in ticks since the machine booted; the second may contain anything.
static void find_begin(struct lock_holder *holder)
{
    enum { FIELDS_BEFORE = 20 };
    char text[1024];
    read_file(holder->pid, "stat", text, sizeof text);
    const char *at = strrchr(text, ')');
    for (int field = 0; at && field < FIELDS_BEFORE; field++)
        at = strchr(at + 1, ' ');
    long each = sysconf(_SC_CLK_TCK);
    if (at && each > 0)
        holder->begun = time(NULL) - (clock_boot_ns() / 1000000000 - strtoll(at, NULL, 10) / each);
}

// False if no process is seen to hold a flock() on the open file: none does, or it is in another
// PID namespace, or there is no /proc/locks.
static bool lock_holder_find(int lock, struct lock_holder *holder)
{
    struct stat status;
    *holder = (struct lock_holder){0};
    if (fstat(lock, &status) != 0)
        return false;
    holder->pid = find_pid(&status, true);
    if (!holder->pid) // btrfs and overlayfs show another device than stat()
        holder->pid = find_pid(&status, false);
    if (!holder->pid)
        return false;
    find_user(holder);
    find_command(holder);
    find_begin(holder);
    return true;
}

// ---- The note of the holder

// Begins what the holder writes into the host's lock: "eswexp SECONDS PID FOLDER", since the epoch.
// Versions before wrote no PID.
#define MARK "eswexp "

enum { LOCK_AGAIN_US = 100000, NOTE_BYTES = 1024 };

static const int64_t second_ns = 1000000000, usual_note_every_ns = 60 * second_ns;

// What the holder of the host's lock noted in it.
struct note {
    time_t since; // 0: nothing is noted
    long pid;     // 0: unknown
    char folder[NOTE_BYTES];
};

static struct note read_note(int lock)
{
    struct note note = {0};
    char text[NOTE_BYTES] = "", *at = text + strlen(MARK);
    if (pread(lock, text, sizeof text - 1, 0) <= 0 || !text_starts(text, MARK))
        return note;
    time_t since = strtoll(at, &at, 10);
    if (isdigit((unsigned char)at[*at == ' ']))
        note.pid = strtol(at + 1, &at, 10);
    if (since <= 0 || *at != ' ')
        return note;
    note.since = since;
    snprintf(note.folder, sizeof note.folder, "%s", at + 1);
    return note;
}

static void add_time(struct text *words, time_t at)
{
    char when[32];
    struct tm local;
    if (localtime_r(&at, &local) && strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local) > 0)
        text_add(words, when);
}

// "WHAT ('FOLDER', since WHEN; process PID of USER: COMMAND)". Anybody may hold the lock and write
// a note, so that of another process counts for nothing.
static void describe(int lock, const char *what, struct text *words)
{
    struct lock_holder holder;
    struct note note = read_note(lock);
    bool found = lock_holder_find(lock, &holder);
    bool noted = note.since && (!found || !note.pid || note.pid == holder.pid);
    text_printf(words, "%s (", what);
    if (noted) {
        text_printf(words, "'%s', since ", note.folder);
        add_time(words, note.since);
    }
    if (found)
        text_printf(words, "%sprocess %d of %s", noted ? "; " : "", (int)holder.pid, holder.user);
    if (found && !noted && holder.begun) {
        text_add(words, ", which began at ");
        add_time(words, holder.begun);
    }
    if (found)
        text_printf(words, ": %s", holder.command);
    if (!found && !noted)
        text_add(words, "a process that is not visible from here");
    text_add(words, ")");
    text_make_plain(words->bytes);
}

// ---- Waiting

// On a terminal every second, else a line every minute.
static void show_progress(const struct waiting *waiting, int lock, const char *what,
                          int64_t begun_ns, int64_t *shown_ns)
{
    int64_t now_ns = clock_boot_ns();
    int64_t every_ns = waiting->log->terminal   ? second_ns
                       : waiting->note_every_ns ? waiting->note_every_ns
                                                : usual_note_every_ns;
    if (now_ns < *shown_ns + every_ns)
        return;
    TEXT_CLEANUP struct text line = {0};
    *shown_ns = now_ns;
    text_add(&line, "waited ");
    elapsed_add(&line, (double)(now_ns - begun_ns) * 1e-9);
    text_add(&line, ": ");
    describe(lock, what, &line);
    if (waiting->log->terminal)
        log_status(waiting->log, line.bytes);
    else
        log_note(waiting->log, "%s", line.bytes);
}

static bool may_wait(const struct waiting *waiting, int lock, const char *what, struct error *error)
{
    if (*waiting->stop)
        return failed(error, EXIT_INTERRUPTED, "interrupted while waiting");
    bool late = waiting->deadline_ns && clock_boot_ns() >= waiting->deadline_ns;
    if (!late && !waiting->refused)
        return true;
    TEXT_CLEANUP struct text holder = {0};
    describe(lock, what, &holder);
    return failed(error, EXIT_UNFIT, "%s: %s", holder.bytes,
                  waiting->refused ? "not waiting for its end (--no-wait)"
                                   : "the deadline came while waiting");
}

static void log_begin(const struct waiting *waiting, int lock, const char *what)
{
    TEXT_CLEANUP struct text holder = {0};
    describe(lock, what, &holder);
    log_note(waiting->log, "%s: waiting for its end, Ctrl-C gives up", holder.bytes);
}

static void end_waiting(const struct waiting *waiting, int64_t begun_ns)
{
    double seconds = (double)(clock_boot_ns() - begun_ns) * 1e-9;
    TEXT_CLEANUP struct text line = {0};
    account_wait(waiting->account, seconds);
    log_status(waiting->log, NULL);
    text_add(&line, "waited ");
    elapsed_add(&line, seconds);
    log_note(waiting->log, "%s for another campaign: no part of the budget", line.bytes);
}

bool lock_take(const struct waiting *waiting, int lock, const char *what, struct error *error)
{
    int64_t begun_ns = clock_boot_ns(), shown_ns = begun_ns;
    bool waits = true, begun = false;
    while (waits && flock(lock, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return failed_errno(error, "cannot take a lock");
        waits = may_wait(waiting, lock, what, error);
        if (waits && !begun)
            log_begin(waiting, lock, what);
        else if (waits)
            show_progress(waiting, lock, what, begun_ns, &shown_ns);
        begun = true;
        if (waits)
            usleep(LOCK_AGAIN_US); // a signal just before would be lost on a flock() that waits
    }
    if (begun && waits)
        end_waiting(waiting, begun_ns);
    else if (begun)
        log_status(waiting->log, NULL);
    return waits;
}

bool lock_was_removed(int lock)
{
    struct stat status;
    return fstat(lock, &status) == 0 && status.st_nlink == 0;
}

// ---- The note in the host's lock

// A file of another user, or that eswexp did not write, is locked, but not written to.
static bool is_ours(int lock)
{
    struct stat status;
    char mark[sizeof MARK] = "";
    return fstat(lock, &status) == 0 && status.st_uid == geteuid() && status.st_nlink == 1 &&
           (status.st_size == 0 || (pread(lock, mark, strlen(MARK), 0) == (ssize_t)strlen(MARK) &&
                                    text_equal(mark, MARK)));
}

// Best effort: the note only serves messages.
static void write_note(int lock, const char *folder)
{
    if (is_ours(lock) && ftruncate(lock, 0) == 0 && folder)
        dprintf(lock, MARK "%lld %d %s", (long long)time(NULL), (int)getpid(), folder);
}

// ---- The host's lock

static const char *host_lock(const char *asked)
{
    const char *given = asked ? asked : getenv("ESWEXP_HOST_LOCK");
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
    lock = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
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
                      "another one by --lock or ESWEXP_HOST_LOCK",
                      path);
    errno = number;
    return *lock >= 0 || failed_errno(error,
                                      "cannot open the lock for this machine (--lock or "
                                      "ESWEXP_HOST_LOCK names another one) '%s'",
                                      path);
}

bool host_take(const struct waiting *waiting, const char *asked, const char *folder, int *lock,
               struct error *error)
{
    const char *path = host_lock(asked);
    bool again = true;
    while (again) { // if it was removed meanwhile, the next campaign would make another
        bool locked =
            open_lock(path, lock, error) &&
            lock_take(waiting, *lock, "another campaign is measuring on this machine", error);
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
