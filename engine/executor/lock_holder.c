// Who holds a lock, from /proc.
#include "executor/lock_holder.h"

#include "base/clock.h"
#include "base/files/files.h"
#include "base/text.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

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

bool lock_holder_find(int lock, struct lock_holder *holder)
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
