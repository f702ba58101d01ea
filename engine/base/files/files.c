// Reads whole files and writes them atomically.
#include "base/files/files.h"

#include "base/clock.h"
#include "base/files/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
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

bool file_read(const char *path, size_t limit, struct text *text, struct error *error)
{
    FD_CLEANUP int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return failed_errno(error, "cannot read '%s'", path);
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

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool name_temporary(struct file_writer *writer, const char *path, struct error *error)
{
    uint64_t mark = 0;
    if (getrandom(&mark, sizeof mark, 0) != sizeof mark)
        return failed_errno(error, "cannot write '%s'", path);
    writer->path = strdup(path);
    if (asprintf(&writer->temporary, "%s.%016" PRIx64 ".tmp", name_in(path), mark) < 0)
        writer->temporary = NULL;
    if (writer->path && writer->temporary)
        return true;
    failed(error, EXIT_FAILED, "out of memory");
    return false;
}

static FILE *create(int folder, const char *name)
{
    int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    FILE *stream = fd < 0 ? NULL : fdopen(fd, "w");
    if (fd >= 0 && !stream)
        close(fd);
    return stream;
}

bool file_begin_at(struct file_writer *writer, int folder, const char *path, struct error *error)
{
    *writer = (struct file_writer){.folder = fcntl(folder, F_DUPFD_CLOEXEC, 0)};
    bool named = writer->folder >= 0 && name_temporary(writer, path, error);
    writer->stream = named && writer->temporary ? create(writer->folder, writer->temporary) : NULL;
    if (writer->stream)
        return true;
    if (named || writer->folder < 0)
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

bool file_commit(struct file_writer *writer, struct error *error)
{
    bool whole = flush(writer->stream);
    whole = fclose(writer->stream) == 0 && whole;
    writer->stream = NULL;
    bool done = whole && renameat(writer->folder, writer->temporary, writer->folder,
                                  name_in(writer->path)) == 0;
    if (!done)
        failed_errno(error, "cannot write '%s'", writer->path);
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
    free(writer->temporary);
    free(writer->path);
    *writer = (struct file_writer){.folder = -1};
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
