// Unpacks an archive from an untrusted source.
#include "base/archive/archive_reader.h"

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

const struct archive_limits archive_limits = {
    .bytes = (uint64_t)64 << 30, .entries = 2000000, .times = 200, .spare = 1 << 30};

enum { BLOCK_SIZE = 1 << 16, TOP_MOST = 255, PATH_MOST = 4000 };

struct unpacking {
    struct arena *arena;
    struct archive *archive;
    const char *path, *folder;
    char top[TOP_MOST + 1];
    const struct archive_limits *limits;
    uint64_t bytes;                  // still allowed
    struct text_list links, targets; // made last, so that no file is written through one
};

static bool refused(const struct unpacking *unpacking, const char *entry, const char *why,
                    struct error *error)
{
    return failed(error, EXIT_USAGE, "'%s' is not unpacked: its entry '%s' %s", unpacking->path,
                  entry, why);
}

static uint64_t bytes_allowed(const char *path, const struct archive_limits *limits)
{
    struct stat status;
    if (!limits->times || stat(path, &status) != 0)
        return limits->bytes;
    uint64_t allowed = limits->spare + limits->times * (uint64_t)status.st_size;
    return allowed < limits->bytes ? allowed : limits->bytes;
}

static bool exceeds(const struct unpacking *unpacking, const char *entry, struct error *error)
{
    const struct archive_limits *limits = unpacking->limits;
    if (bytes_allowed(unpacking->path, limits) == limits->bytes)
        return refused(unpacking, entry, "exceeds the size limit of bundles", error);
    return failed(error, EXIT_USAGE,
                  "'%s' is not unpacked: with its entry '%s' it takes more than %llu MiB, and more "
                  "than %llu times its size, which no bundle does",
                  unpacking->path, entry, (unsigned long long)(limits->spare >> 20),
                  (unsigned long long)limits->times);
}

static bool open_reader(struct unpacking *unpacking, struct error *error)
{
    struct archive *archive = unpacking->archive = archive_read_new();
    if (access(unpacking->path, R_OK) != 0) {
        failed_errno(error, "cannot read '%s'", unpacking->path);
        error->code = EXIT_USAGE;
        return false;
    }
    return (archive_read_support_filter_gzip(archive) == ARCHIVE_OK &&
            archive_read_support_format_tar(archive) == ARCHIVE_OK &&
            archive_read_open_filename(archive, unpacking->path, BLOCK_SIZE) == ARCHIVE_OK) ||
           failed(error, EXIT_USAGE, "'%s' is no archive (.tar.gz): %s", unpacking->path,
                  archive_error_string(archive));
}

// *entry is NULL after the last.
static bool next(const struct unpacking *unpacking, struct archive_entry **entry,
                 struct error *error)
{
    int code = archive_read_next_header(unpacking->archive, entry);
    if (code == ARCHIVE_EOF)
        *entry = NULL;
    return code == ARCHIVE_OK || code == ARCHIVE_EOF ||
           failed(error, EXIT_USAGE, "'%s' is damaged, or no archive (.tar.gz): %s",
                  unpacking->path, archive_error_string(unpacking->archive));
}

// The entry's path below the top folder, "" for that folder; NULL with an error: refused.
static const char *within(struct unpacking *unpacking, struct archive_entry *entry,
                          struct error *error)
{
    const char *named = archive_entry_pathname(entry);
    char *path = arena_strdup(unpacking->arena, named ? named : "");
    size_t length = strlen(path), top = strcspn(path, "/");
    if (length > 1 && path[length - 1] == '/')
        path[--length] = '\0';
    if (!path_is_plain(path) || length > PATH_MOST || top > TOP_MOST) {
        refused(unpacking, path, "leads out of its folder or has no name", error);
        return NULL;
    }
    if (!*unpacking->top)
        memcpy(unpacking->top, path, top);
    if (strlen(unpacking->top) != top || strncmp(unpacking->top, path, top) != 0) {
        refused(unpacking, path, "lies outside the one folder of the bundle", error);
        return NULL;
    }
    return path[top] ? path + top + 1 : path + top;
}

static bool write_bytes(struct unpacking *unpacking, const char *name, int out, struct error *error)
{
    char bytes[BLOCK_SIZE];
    ssize_t got;
    while ((got = archive_read_data(unpacking->archive, bytes, sizeof bytes)) > 0) {
        if ((uint64_t)got > unpacking->bytes)
            return exceeds(unpacking, name, error);
        unpacking->bytes -= (uint64_t)got;
        for (ssize_t done = 0, more; done < got; done += more)
            if ((more = write(out, bytes + done, (size_t)(got - done))) <= 0)
                return failed_errno(error, "cannot write '%s'", name);
    }
    return got == 0 || failed(error, EXIT_USAGE, "'%s' is damaged: %s", unpacking->path,
                              archive_error_string(unpacking->archive));
}

static bool unpack_file(struct unpacking *unpacking, const char *name, bool can_run,
                        struct error *error)
{
    const char *to = path_join(unpacking->arena, unpacking->folder, name);
    struct timespec times[2] = {{.tv_sec = 315532800}, {.tv_sec = 315532800}};
    if (!folder_make(path_folder(unpacking->arena, to), error))
        return false;
    FD_CLEANUP int out =
        open(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, can_run ? 0777 : 0666);
    if (out < 0)
        return errno == EEXIST ? refused(unpacking, name, "exists twice", error)
                               : failed_errno(error, "cannot write '%s'", to);
    return write_bytes(unpacking, name, out, error) &&
           (futimens(out, times) == 0 || failed_errno(error, "cannot write '%s'", to));
}

static bool unpack_entry(struct unpacking *unpacking, struct archive_entry *entry,
                         struct error *error)
{
    const char *name = within(unpacking, entry, error);
    const char *target = archive_entry_symlink(entry);
    if (!name)
        return false;
    if (!*name)
        return archive_entry_filetype(entry) == AE_IFDIR ||
               refused(unpacking, unpacking->top, "is no folder", error);
    if (archive_entry_hardlink(entry))
        return refused(unpacking, name, "is a hard link", error);
    switch (archive_entry_filetype(entry)) {
    case AE_IFREG:
        return unpack_file(unpacking, name, archive_entry_perm(entry) & 0111, error);
    case AE_IFDIR:
        return folder_make(path_join(unpacking->arena, unpacking->folder, name), error);
    case AE_IFLNK:
        if (!target || !*target || !link_stays_inside(name, target))
            return refused(unpacking, name, "is a link that leads out of its folder", error);
        text_list_add(&unpacking->links, unpacking->arena, name);
        text_list_add(&unpacking->targets, unpacking->arena, target);
        return true;
    default:
        return refused(unpacking, name, "is neither a file, a folder nor a link", error);
    }
}

static bool make_links(const struct unpacking *unpacking, struct error *error)
{
    for (size_t i = 0; i < unpacking->links.count; i++) {
        const char *name = unpacking->links.items[i];
        const char *to = path_join(unpacking->arena, unpacking->folder, name);
        const char *parent = path_folder(unpacking->arena, to);
        // The parent may be a link that was just made: nothing is made through it.
        if (!folder_make(parent, error))
            return false;
        if (!text_equal(path_absolute(unpacking->arena, parent), parent))
            return refused(unpacking, name, "lies behind a link", error);
        if (symlink(unpacking->targets.items[i], to))
            return errno == EEXIST ? refused(unpacking, name, "exists twice", error)
                                   : failed_errno(error, "cannot make the link '%s'", to);
    }
    return true;
}

static bool unpack_all(struct unpacking *unpacking, size_t most, struct error *error)
{
    struct archive_entry *entry;
    for (size_t count = 0; next(unpacking, &entry, error); count++) {
        if (!entry)
            return make_links(unpacking, error);
        if (count == most)
            return refused(unpacking, archive_entry_pathname(entry),
                           "exceeds the limit for entries of bundles", error);
        if (!unpack_entry(unpacking, entry, error))
            return false;
    }
    return false;
}

bool archive_top(const char *path, char top[static 256], struct error *error)
{
    struct arena scratch = {0};
    struct unpacking unpacking = {.arena = &scratch, .path = path};
    struct archive_entry *entry = NULL;
    bool known = open_reader(&unpacking, error) && next(&unpacking, &entry, error) &&
                 (entry || failed(error, EXIT_USAGE, "'%s' is empty", path)) &&
                 within(&unpacking, entry, error);
    memcpy(top, unpacking.top, sizeof unpacking.top);
    archive_read_free(unpacking.archive);
    arena_release(&scratch);
    return known;
}

bool archive_unpack(const char *path, const char *folder, const struct archive_limits *limits,
                    struct error *error)
{
    struct arena scratch = {0};
    struct unpacking unpacking = {.arena = &scratch,
                                  .path = path,
                                  .folder = path_absolute(&scratch, folder),
                                  .limits = limits,
                                  .bytes = bytes_allowed(path, limits)};
    bool unpacked = false;
    if (!folder_make(path_folder(&scratch, unpacking.folder), error))
        ;
    else if (mkdir(unpacking.folder, 0777))
        failed_errno(error, "cannot make the folder '%s'", folder);
    else {
        struct error ignored;
        unpacked = open_reader(&unpacking, error) && unpack_all(&unpacking, limits->entries, error);
        if (!unpacked && !tree_remove(unpacking.folder, &ignored))
            failed_within(error, "%s", ignored.text);
        archive_read_free(unpacking.archive);
    }
    arena_release(&scratch);
    return unpacked;
}
