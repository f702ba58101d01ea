// Packs a tree: equal trees give equal bytes.
#include "base/archive/archive.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FIXED_TIME = 315532800
}; // SOURCE_DATE_EPOCH of builds, so that make finds nothing out of date

// An archive that is being written.
struct packing {
    struct arena *arena;
    struct archive *archive;
    const char *folder, *top, *path;
};

static bool failed_archive(const struct packing *packing, struct error *error)
{
    int number = archive_errno(packing->archive);
    errno = number > 0 ? number : EIO;
    return failed_errno(error, "cannot write '%s'", packing->path);
}

static bool pack_bytes(const struct packing *packing, const char *from, off_t size,
                       struct error *error)
{
    char bytes[1 << 16];
    ssize_t got = 0;
    FD_CLEANUP int file = open(from, O_RDONLY | O_CLOEXEC);
    while (file >= 0 && (got = read(file, bytes, sizeof bytes)) > 0) {
        size -= got;
        if (archive_write_data(packing->archive, bytes, (size_t)got) != got)
            return size < 0 ? failed(error, EXIT_FAILED, "'%s' grows while it is packed", from)
                            : failed_archive(packing, error);
    }
    if (file < 0 || got < 0)
        return failed_errno(error, "cannot read '%s'", from);
    return size == 0 || failed(error, EXIT_FAILED, "'%s' changes while it is packed", from);
}

static bool describe(const struct packing *packing, struct archive_entry *entry, const char *from,
                     const struct stat *status, struct error *error)
{
    bool is_file = S_ISREG(status->st_mode), can_run = status->st_mode & 0111;
    archive_entry_set_mtime(entry, FIXED_TIME, 0);
    archive_entry_set_filetype(entry, status->st_mode & S_IFMT);
    archive_entry_set_perm(entry, is_file && !can_run ? 0644 : 0755);
    archive_entry_set_size(entry, is_file ? status->st_size : 0);
    if (!S_ISLNK(status->st_mode))
        return true;
    char *target = arena_alloc(packing->arena, (size_t)status->st_size + 1);
    if (readlink(from, target, (size_t)status->st_size) != status->st_size)
        return failed_errno(error, "cannot read the link '%s'", from);
    archive_entry_set_symlink(entry, target);
    return true;
}

static bool pack_entry(const struct packing *packing, const char *name, struct error *error)
{
    struct stat status;
    const char *from = path_join(packing->arena, packing->folder, name);
    if (lstat(from, &status))
        return failed_errno(error, "cannot read '%s'", from);
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, path_join(packing->arena, packing->top, name));
    bool packed = describe(packing, entry, from, &status, error) &&
                  (archive_write_header(packing->archive, entry) == ARCHIVE_OK ||
                   failed_archive(packing, error)) &&
                  (!S_ISREG(status.st_mode) || pack_bytes(packing, from, status.st_size, error));
    archive_entry_free(entry);
    return packed;
}

static bool pack_all(struct packing *packing, int out, struct error *error)
{
    struct text_list names = {0};
    struct archive *archive = packing->archive;
    if (archive_write_set_format_pax_restricted(archive) != ARCHIVE_OK ||
        archive_write_add_filter_gzip(archive) != ARCHIVE_OK ||
        archive_write_set_filter_option(archive, "gzip", "timestamp", NULL) != ARCHIVE_OK ||
        archive_write_open_fd(archive, out) != ARCHIVE_OK)
        return failed_archive(packing, error);
    if (!tree_list(packing->arena, packing->folder, &names, error))
        return false;
    for (size_t i = 0; i < names.count; i++)
        if (!pack_entry(packing, names.items[i], error))
            return false;
    return archive_write_close(archive) == ARCHIVE_OK || failed_archive(packing, error);
}

bool archive_pack(const char *folder, const char *top, const char *path, struct error *error)
{
    struct file_writer writer;
    if (!file_begin(&writer, path, error))
        return false;
    struct arena scratch = {0};
    struct packing packing = {&scratch, archive_write_new(), folder, top, path};
    bool packed = pack_all(&packing, fileno(writer.stream), error);
    archive_write_free(packing.archive);
    arena_release(&scratch);
    if (packed)
        return file_commit_new(&writer, error);
    file_abandon(&writer);
    return false;
}
