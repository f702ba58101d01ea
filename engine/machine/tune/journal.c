// The journal as a file: lines of text, and each file's bytes behind their length.
#include "machine/tune/journal.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "machine/sys.h"
#include "machine/tune/knobs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_LINE "eswexp tuned 1\n"
#define LAST_LINE "end\n"

enum { JOURNAL_LIMIT = 8 << 20 };

// ---- Its place

static const char *place_in(struct arena *arena, const char *folder)
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    for (char *c = host; *c; c++)
        *c = *c == '/' ? '_' : *c;
    return arena_printf(arena, "%s/tuned-%s", folder, host);
}

static const char *common_place(struct arena *arena, const char *root)
{
    return place_in(arena, arena_printf(arena, "%s/run/eswexp", root));
}

static const char *own_place(struct arena *arena)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    return place_in(arena, state && *state == '/'
                               ? arena_printf(arena, "%s/eswexp", state)
                               : arena_printf(arena, "%s/.local/state/eswexp", home ? home : ""));
}

struct journal journal_of(struct arena *arena, const char *root)
{
    bool common = *root || geteuid() == 0;
    return (struct journal){.arena = arena,
                            .root = root,
                            .path = common ? common_place(arena, root) : own_place(arena),
                            .lock = -1};
}

const char *journal_of_another(struct arena *arena, const char *root)
{
    struct stat status;
    const char *path = common_place(arena, root);
    bool others = lstat(path, &status) == 0 && status.st_uid != geteuid() && geteuid() != 0;
    return others ? path : NULL;
}

bool journal_is_there(const struct journal *journal)
{
    struct stat status;
    return lstat(journal->path, &status) == 0;
}

// ---- Its lock

static const char *distrust(const struct stat *status)
{
    return status->st_uid != geteuid()             ? "belongs to another user"
           : status->st_mode & (S_IWGRP | S_IWOTH) ? "may be written by others"
                                                   : NULL;
}

static bool take_folder(const char *folder, struct error *error)
{
    struct arena scratch = {0};
    struct stat status;
    bool made = folder_make(path_folder(&scratch, folder), error) &&
                (mkdir(folder, 0755) == 0 || errno == EEXIST ||
                 failed_errno(error, "cannot make the folder '%s'", folder));
    arena_release(&scratch);
    if (!made || (lstat(folder, &status) == 0 && S_ISDIR(status.st_mode) && !distrust(&status)))
        return made;
    return failed(error, EXIT_UNFIT,
                  "'%s' must be a folder of this user that others cannot write to: it holds the "
                  "journal of --tune",
                  folder);
}

bool journal_lock(struct journal *journal, struct error *error)
{
    const char *path = arena_printf(journal->arena, "%s.lock", journal->path);
    if (!take_folder(path_folder(journal->arena, path), error))
        return false;
    // For its user alone: a lock that others can open, others can hold.
    journal->lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (journal->lock < 0)
        return failed_errno(error, "cannot open '%s'", path);
    if (flock(journal->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    journal->held = errno == EWOULDBLOCK;
    journal_close(journal);
    return journal->held
               ? failed(error, EXIT_UNFIT,
                        "another process has tuned this machine and still runs, or restores it now")
               : failed_errno(error, "cannot lock '%s'", path);
}

void journal_close(struct journal *journal)
{
    if (journal->lock >= 0)
        close(journal->lock);
    journal->lock = -1;
}

// ---- Reading it

static bool refuse(const struct journal *journal, struct error *error, const char *why)
{
    return failed(error, EXIT_UNFIT,
                  "'%s' lists the settings to restore, but %s: nothing was restored; inspect the "
                  "file and remove it",
                  journal->path, why);
}

static bool open_trusted(const struct journal *journal, int *file, struct error *error)
{
    struct stat status;
    *file = open(journal->path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (*file < 0 && errno == ELOOP)
        return refuse(journal, error, "it is a symbolic link");
    if (*file < 0 || fstat(*file, &status) != 0)
        return failed_errno(error, "cannot read '%s'", journal->path);
    if (!S_ISREG(status.st_mode) || status.st_nlink != 1)
        return refuse(journal, error, "it is no regular file with a single link");
    const char *why = distrust(&status);
    return !why || refuse(journal, error, arena_printf(journal->arena, "it %s", why));
}

static bool slurp(int file, struct text *text)
{
    char buffer[16384];
    ssize_t got = 0;
    text_add(text, "");
    while (text->length <= JOURNAL_LIMIT && (got = read(file, buffer, sizeof buffer)) > 0)
        text_add_bytes(text, buffer, (size_t)got);
    return got == 0;
}

static const char *boot_id(const struct journal *journal)
{
    const char *id = sys_line(journal->arena, journal->root, "/proc/sys/kernel/random/boot_id");
    return id ? id : "unknown";
}

// Takes `line` off the front of what is left.
static bool take(const char **left, const char *line)
{
    bool there = text_starts(*left, line);
    *left += there ? strlen(line) : 0;
    return there;
}

// Takes "save LENGTH PATH", a line end, the bytes and a line end.
static bool take_file(struct arena *arena, const char **left, const char *end,
                      struct saved_file *file)
{
    if (!take(left, "save ") || **left < '0' || **left > '9')
        return false;
    char *rest;
    file->length = strtoull(*left, &rest, 10);
    size_t name = strcspn(rest, "\n");
    if (*rest != ' ' || rest[name] != '\n')
        return false;
    file->path = arena_strndup(arena, rest + 1, name - 1);
    file->bytes = rest + name + 1;
    if (file->length >= (size_t)(end - file->bytes) || file->bytes[file->length] != '\n')
        return false;
    *left = file->bytes + file->length + 1;
    file->bytes = arena_strndup(arena, file->bytes, file->length);
    return true;
}

static bool parse(struct journal *journal, const struct text *text, struct error *error)
{
    const char *left = text->bytes, *end = text->bytes + text->length;
    take(&left, FIRST_LINE);
    left += strcspn(left, "\n") + 1; // the boot's
    journal->files = arena_new_array(journal->arena, struct saved_file, text->length / 8 + 1);
    while (left < end && !text_equal(left, LAST_LINE)) {
        struct saved_file *file = &journal->files[journal->count];
        if (!take_file(journal->arena, &left, end, file))
            return refuse(journal, error, "it is not whole");
        if (!knob_knows(file->path))
            return refuse(journal, error,
                          arena_printf(journal->arena, "it names '%s', which --tune does not set",
                                       file->path));
        journal->count++;
    }
    return left < end || refuse(journal, error, "it is not whole");
}

bool journal_read(struct journal *journal, bool *outdated, struct error *error)
{
    FD_CLEANUP int file = -1;
    TEXT_CLEANUP struct text text = {0};
    journal->count = 0;
    *outdated = false;
    if (!journal_is_there(journal))
        return true;
    if (!open_trusted(journal, &file, error))
        return false;
    if (!slurp(file, &text) || !text_starts(text.bytes, FIRST_LINE "boot "))
        return refuse(journal, error, "it is no journal of this version");
    const char *boot = text.bytes + strlen(FIRST_LINE "boot "), *now = boot_id(journal);
    size_t length = strcspn(boot, "\n");
    if (!boot[length])
        return refuse(journal, error, "it is not whole");
    *outdated = length != strlen(now) || strncmp(boot, now, length) != 0;
    if (!*outdated && parse(journal, &text, error))
        return true;
    journal->count = 0;
    return *outdated;
}

// ---- Writing it

static bool sync_folder(const char *folder)
{
    FD_CLEANUP int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd >= 0 && fsync(fd) == 0;
}

static bool write_through(const char *path, const struct text *text)
{
    FD_CLEANUP int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    errno = fd < 0 ? errno : ENOSPC; // of a write that is cut short
    return fd >= 0 && write(fd, text->bytes, text->length) == (ssize_t)text->length &&
           fsync(fd) == 0;
}

bool journal_write(const struct journal *journal, struct error *error)
{
    TEXT_CLEANUP struct text text = {0};
    const char *part = arena_printf(journal->arena, "%s.part", journal->path);
    const char *folder = path_folder(journal->arena, journal->path);
    text_printf(&text, FIRST_LINE "boot %s\n", boot_id(journal));
    for (size_t i = 0; i < journal->count; i++) {
        const struct saved_file *file = &journal->files[i];
        text_printf(&text, "save %zu %s\n", file->length, file->path);
        text_add_bytes(&text, file->bytes, file->length);
        text_add(&text, "\n");
    }
    text_add(&text, LAST_LINE);
    unlink(part);
    bool done = journal->count ? write_through(part, &text) && rename(part, journal->path) == 0
                               : unlink(journal->path) == 0 || errno == ENOENT;
    done = done && sync_folder(folder);
    if (!done)
        failed_errno(error, "cannot write '%s'", journal->path);
    unlink(part);
    return done;
}
