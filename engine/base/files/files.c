// Reads whole files and writes them atomically.
#include "base/files/files.h"

#include "base/clock.h"
#include "base/files/paths.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

void close_file(FILE **file)
{
    if (*file)
        fclose(*file);
}

static bool read_all(int fd, const char *path, size_t limit, struct text *text, struct error *error)
{
    char buffer[16384];
    ssize_t got = 0;
    text_add(text, "");
    while ((got = read(fd, buffer, sizeof buffer)) > 0) {
        text_add_bytes(text, buffer, (size_t)got);
        if (text->length > limit)
            return failed(error, EXIT_USAGE, "'%s' is larger than %zu bytes", path, limit);
    }
    return got < 0 ? failed_errno(error, "cannot read '%s'", path) : true;
}

bool file_read(const char *path, size_t limit, struct text *text, struct error *error)
{
    struct stat status;
    FD_CLEANUP int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &status) != 0)
        return failed_errno(error, "cannot read '%s'", path);
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return failed(error, EXIT_FAILED, "cannot read '%s': it is a pipe or a device", path);
    return read_all(fd, path, limit, text, error);
}

bool input_read(const char *path, size_t limit, struct text *text, struct error *error)
{
    FD_CLEANUP int fd = open(path, O_RDONLY | O_CLOEXEC);
    return fd < 0 ? failed_errno(error, "cannot read '%s'", path)
                  : read_all(fd, path, limit, text, error);
}

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// ---- Temporary files: NAME.MARK.tmp beside NAME, locked as long as somebody writes them

enum { MARK_DIGITS = 16 };

static bool is_temporary(const char *entry, const char *name)
{
    const char *mark = entry + strlen(name) + 1;
    return text_starts(entry, name) && mark[-1] == '.' &&
           strspn(mark, "0123456789abcdef") == MARK_DIGITS &&
           text_equal(mark + MARK_DIGITS, ".tmp");
}

void file_sweep(int folder, const char *name)
{
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = fd < 0 ? NULL : fdopendir(fd);
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        if (!is_temporary(entry->d_name, name))
            continue;
        FD_CLEANUP int held = openat(folder, entry->d_name,
                                     O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        if (held >= 0 && flock(held, LOCK_EX | LOCK_NB) == 0)
            unlinkat(folder, entry->d_name, 0);
    }
    if (entries)
        closedir(entries);
    else
        close_fd(&fd);
}

static void name_temporary(struct file_writer *writer)
{
    uint64_t mark = 0;
    free(writer->temporary);
    if (getrandom(&mark, sizeof mark, 0) != sizeof mark ||
        asprintf(&writer->temporary, "%s.%0*" PRIx64 ".tmp", name_in(writer->path), MARK_DIGITS,
                 mark) < 0)
        writer->temporary = NULL;
}

// Again if another process took it for one that was left, before it was locked.
static int create(struct file_writer *writer)
{
    struct stat status = {0};
    int fd = -1;
    while (status.st_nlink == 0) {
        close_fd(&fd);
        name_temporary(writer);
        fd = !writer->temporary
                 ? -1
                 : openat(writer->folder, writer->temporary,
                          O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd < 0)
            return -1;
        (void)flock(fd, LOCK_EX); // not every file system can; other descriptors hold it, too
        if (fstat(fd, &status) != 0)
            return fd;
    }
    return fd;
}

static FILE *create_stream(struct file_writer *writer)
{
    int fd = create(writer);
    writer->lock = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 0);
    FILE *stream = writer->lock < 0 ? NULL : fdopen(fd, "w");
    if (!stream)
        close_fd(&fd);
    return stream;
}

bool file_begin_at(struct file_writer *writer, int folder, const char *path, struct error *error)
{
    *writer = (struct file_writer){
        .folder = fcntl(folder, F_DUPFD_CLOEXEC, 0), .lock = -1, .path = strdup(path)};
    if (!writer->path)
        out_of_memory();
    if (writer->folder >= 0) {
        file_sweep(writer->folder, name_in(path));
        writer->stream = create_stream(writer);
    }
    if (writer->stream)
        return true;
    failed_errno(error, "cannot write '%s'", path);
    file_abandon(writer);
    return false;
}

bool file_begin(struct file_writer *writer, const char *path, struct error *error)
{
    struct arena scratch = {0};
    FD_CLEANUP int folder = open(path_folder(&scratch, path), O_PATH | O_DIRECTORY | O_CLOEXEC);
    bool begun = folder >= 0 && file_begin_at(writer, folder, path, error);
    if (folder < 0)
        failed_errno(error, "cannot write '%s'", path);
    arena_release(&scratch);
    return begun;
}

static bool flush(FILE *stream)
{
    if (fflush(stream) != 0)
        return false;
    errno = EIO; // an earlier write failed; its errno is lost
    return !ferror(stream);
}

static bool finish_stream(struct file_writer *writer)
{
    bool whole = flush(writer->stream);
    whole = fclose(writer->stream) == 0 && whole;
    writer->stream = NULL;
    return whole;
}

bool file_commit(struct file_writer *writer, struct error *error)
{
    bool done = finish_stream(writer) && renameat(writer->folder, writer->temporary, writer->folder,
                                                  name_in(writer->path)) == 0;
    if (!done)
        failed_errno(error, "cannot write '%s'", writer->path);
    file_abandon(writer);
    return done;
}

static bool rename_new(const struct file_writer *writer, struct error *error)
{
    const char *name = name_in(writer->path);
    if (renameat2(writer->folder, writer->temporary, writer->folder, name, RENAME_NOREPLACE) == 0)
        return true;
    if (errno == EEXIST)
        return failed(error, EXIT_USAGE, "'%s' exists already: choose another --out", writer->path);
    return (errno == EINVAL && // not every file system can
            renameat(writer->folder, writer->temporary, writer->folder, name) == 0) ||
           failed_errno(error, "cannot write '%s'", writer->path);
}

bool file_commit_new(struct file_writer *writer, struct error *error)
{
    bool whole = fflush(writer->stream) == 0 && fsync(writer->lock) == 0 && finish_stream(writer);
    bool done =
        whole ? rename_new(writer, error) : failed_errno(error, "cannot write '%s'", writer->path);
    file_abandon(writer);
    return done;
}

void file_abandon(struct file_writer *writer)
{
    if (writer->stream)
        fclose(writer->stream);
    if (writer->temporary)
        unlinkat(writer->folder, writer->temporary, 0);
    close_fd(&writer->folder);
    close_fd(&writer->lock);
    free(writer->temporary);
    free(writer->path);
    *writer = (struct file_writer){.folder = -1, .lock = -1};
}

bool file_write(const char *path, const char *bytes, size_t length, struct error *error)
{
    struct file_writer writer;
    if (!file_begin(&writer, path, error))
        return false;
    if (fwrite(bytes, 1, length, writer.stream) != length) {
        failed_errno(error, "cannot write '%s'", path);
        file_abandon(&writer);
        return false;
    }
    return file_commit(&writer, error);
}

bool file_is_since_boot(const char *path)
{
    struct stat status;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return stat(path, &status) == 0 && status.st_mtime > now.tv_sec - clock_boot_ns() / 1000000000;
}

bool file_is_changed_since(const char *path, const struct timespec *since)
{
    struct stat status;
    return stat(path, &status) == 0 &&
           (status.st_ctim.tv_sec > since->tv_sec ||
            (status.st_ctim.tv_sec == since->tv_sec && status.st_ctim.tv_nsec > since->tv_nsec));
}

bool file_exists(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool folder_exists(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

struct dirent *entry_next(DIR *entries, const char *folder, bool *good, struct error *error)
{
    struct dirent *entry;
    errno = 0;
    while ((entry = readdir(entries)) &&
           (text_equal(entry->d_name, ".") || text_equal(entry->d_name, "..")))
        ;
    if (!entry && errno)
        *good = failed_errno(error, "cannot read the folder '%s'", folder);
    return entry;
}

// Sets errno on failure; an existing file that is no folder is ENOTDIR.
static bool make_one(const char *path)
{
    if (mkdir(path, 0777) == 0)
        return true;
    int number = errno;
    if (folder_exists(path))
        return true;
    errno = number == EEXIST ? ENOTDIR : number;
    return false;
}

bool folder_make(const char *path, struct error *error)
{
    struct arena scratch = {0};
    char *part = arena_strdup(&scratch, path);
    bool made = true;
    for (char *slash = strchr(part + (*part == '/'), '/'); made; slash = strchr(slash + 1, '/')) {
        if (slash)
            *slash = '\0';
        made = make_one(part);
        if (!slash)
            break;
        *slash = '/';
    }
    if (!made)
        failed_errno(error, "cannot make the folder '%s'", path);
    arena_release(&scratch);
    return made;
}
