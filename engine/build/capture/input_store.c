// Keeps the inputs of links by clone, copy or hard link, each content once.
#include "build/capture/input_store.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/capture/inputs.h"
#include "build/capture/thin_archive.h"
#include "build/toolchain/sha256.h"
#include "spec/values.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static const uint64_t MOST_BYTES = (uint64_t)8 << 30;
enum { PIPE_MOST = 1 << 30 };

// Where files are kept: FOLDER/SHA256/NAME, and FOLDER/seen/… tells the content of a file that an
// earlier link read.
struct store {
    struct arena *arena;
    const char *records, *folder;
    uint64_t most;
};

static bool open_store(struct arena *arena, const char *records, struct store *store,
                       struct error *error)
{
    const char *size = getenv("ESWEXP_INPUTS_SIZE");
    *store = (struct store){arena, records, path_join(arena, records, INPUTS_FOLDER), MOST_BYTES};
    if (size && *size && !value_size(size, &store->most))
        return failed(error, EXIT_FAILED, "ESWEXP_INPUTS_SIZE is '%s', not a size such as 8Gi",
                      size);
    return folder_make(arena_printf(arena, "%s/seen", store->folder), error);
}

static int64_t ns_of(const struct timespec *time)
{
    return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

// ---- The limit

// Adds to the bytes that all links of the build keep, unless they would exceed the limit.
static bool reserve(const struct store *store, uint64_t bytes)
{
    const char *path = path_join(store->arena, store->folder, "bytes");
    FD_CLEANUP int counter = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    uint64_t kept = 0;
    if (counter < 0 || flock(counter, LOCK_EX) != 0 || pread(counter, &kept, sizeof kept, 0) < 0 ||
        bytes > store->most || kept > store->most - bytes)
        return false;
    kept += bytes;
    return pwrite(counter, &kept, sizeof kept, 0) == sizeof kept;
}

// ---- One file

static bool share_extents(const char *from, const char *to)
{
    FD_CLEANUP int in = open(from, O_RDONLY | O_CLOEXEC);
    FD_CLEANUP int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    struct stat status;
    if (in < 0 || out < 0 || fstat(in, &status) != 0 || ioctl(out, FICLONE, in) != 0)
        return false;
    struct timespec times[2] = {status.st_atim, status.st_mtim};
    return futimens(out, times) == 0;
}

// Compilers delete the objects that they made for one link, and nothing changes these; ar, strip
// and objcopy write other files in place, which a hard link would follow.
static bool is_deleted(const struct store *store, const char *path)
{
    return input_is_temporary(store->arena, path, store->records) &&
           input_kind(path) == INPUT_OBJECT;
}

// Writes under a temporary name first, so that links at the same time see whole files only.
static bool take(const struct store *store, const char *from, const char *to, struct error *error)
{
    const char *temporary = arena_printf(store->arena, "%s.%d", to, getpid());
    bool taken = share_extents(from, temporary);
    if (!taken) {
        unlink(temporary);
        taken = (is_deleted(store, from) &&
                 linkat(AT_FDCWD, from, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0) ||
                file_copy(from, temporary, error);
    }
    if (!taken)
        return false;
    bool placed = rename(temporary, to) == 0;
    unlink(temporary); // rename() leaves it where both are the same file
    return placed || failed_errno(error, "cannot write '%s'", to);
}

// The SHA-256 of a file; of one that an earlier link read, without reading it again.
static bool identify(const struct store *store, const char *path, const struct stat *status,
                     char hex[static 65], struct error *error)
{
    const char *seen =
        arena_printf(store->arena, "%s/seen/%ju-%ju-%jd-%" PRId64 "-%" PRId64, store->folder,
                     (uintmax_t)status->st_dev, (uintmax_t)status->st_ino,
                     (intmax_t)status->st_size, ns_of(&status->st_mtim), ns_of(&status->st_ctim));
    ssize_t length = readlink(seen, hex, 64);
    hex[64] = '\0';
    if (length == 64)
        return true;
    if (!sha256_file(path, hex))
        return failed_errno(error, "cannot read '%s'", path);
    (void)!symlink(hex, seen); // saves time only
    return true;
}

static bool keep(const struct store *store, struct link_input *input, const struct stat *status,
                 struct error *error)
{
    char hex[65];
    const char *slash = strrchr(input->path, '/');
    if (!identify(store, input->path, status, hex, error))
        return false;
    input->sha256 = arena_strdup(store->arena, hex);
    const char *folder = path_join(store->arena, store->folder, hex);
    const char *place = arena_printf(store->arena, "%s%s", folder, slash);
    if (access(place, F_OK) != 0) {
        bool new = !folder_exists(folder);
        if (new && !reserve(store, input->bytes))
            return true;
        if (!folder_make(folder, error) || !take(store, input->path, place, error))
            return false;
    }
    input->kept = arena_printf(store->arena, "%s/%s%s", INPUTS_FOLDER, hex, slash);
    return true;
}

// ---- A link

static bool is_file(void *context, const char *path)
{
    (void)context;
    return file_exists(path);
}

static bool note(const struct store *store, struct link_inputs *inputs, const char *path,
                 struct error *error)
{
    struct stat status;
    if (input_is_of_system(path) || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return true;
    struct link_input input = {.path = path,
                               .kept = "",
                               .bytes = (uint64_t)status.st_size,
                               .modified_ns = ns_of(&status.st_mtim),
                               .changed_ns = ns_of(&status.st_ctim)};
    bool good = keep(store, &input, &status, error);
    link_inputs_add(inputs, store->arena, &input);
    return good;
}

bool inputs_keep(struct arena *arena, struct link_record *record, const char *records,
                 struct error *error)
{
    struct store store;
    if (!open_store(arena, records, &store, error))
        return false;
    struct input_words words =
        inputs_find(arena, &record->arguments, record->folder, is_file, NULL);
    bool good = true;
    for (size_t i = 0; good && i < words.count; i++) {
        struct text_list members =
            thin_members(arena, words.items[i].path, path_folder(arena, words.items[i].path));
        good = note(&store, &record->inputs, words.items[i].path, error);
        for (size_t m = 0; good && m < members.count; m++)
            good = note(&store, &record->inputs, members.items[m], error);
    }
    return good;
}

bool input_keep(struct arena *arena, const char *path, const char *records, const char **kept,
                struct error *error)
{
    struct store store;
    struct stat status;
    struct link_input input = {.path = path, .kept = ""};
    if (!open_store(arena, records, &store, error))
        return false;
    if (stat(path, &status) != 0)
        return failed_errno(error, "cannot read '%s'", path);
    input.bytes = (uint64_t)status.st_size;
    bool good = keep(&store, &input, &status, error);
    *kept = *input.kept ? path_join(arena, records, input.kept) : path;
    return good;
}

// ---- Pipes

static bool spool(const struct store *store, const char *pipe, const char **path,
                  struct error *error)
{
    TEXT_CLEANUP struct text content = {0};
    struct sha256 hash;
    char hex[65];
    if (!input_read(pipe, PIPE_MOST, &content, error))
        return false;
    sha256_begin(&hash);
    sha256_add(&hash, content.bytes, content.length);
    sha256_end(&hash, hex);
    const char *folder = path_join(store->arena, store->folder, hex);
    *path = path_join(store->arena, folder, "pipe");
    return folder_make(folder, error) && file_write(*path, content.bytes, content.length, error);
}

// A pipe to read; one to which the linker itself writes, such as /dev/stdout, would never end.
static bool is_pipe(void *context, const char *path)
{
    struct stat status, own;
    (void)context;
    bool is = stat(path, &status) == 0 && S_ISFIFO(status.st_mode);
    for (int output = STDOUT_FILENO; is && output <= STDERR_FILENO; output++)
        is = fstat(output, &own) != 0 || own.st_dev != status.st_dev || own.st_ino != status.st_ino;
    return is;
}

bool inputs_spool(struct arena *arena, char **arguments, const char *records, bool *spooled,
                  struct error *error)
{
    struct text_list given = {.items = arguments};
    struct store store = {.folder = NULL};
    while (arguments[given.count])
        given.count++;
    struct input_words words = inputs_find(arena, &given, "", is_pipe, NULL);
    for (size_t i = 0; i < given.count; i++) // response files, which are read first
        if (*arguments[i] == '@' && is_pipe(NULL, arguments[i] + 1))
            words.items[words.count++] =
                (struct input_word){.index = i, .prefix = 1, .path = arguments[i] + 1};
    for (size_t i = 0; i < words.count; i++) {
        const struct input_word *word = &words.items[i];
        const char *path;
        *spooled = true;
        if ((!store.folder && !open_store(arena, records, &store, error)) ||
            !spool(&store, word->path, &path, error))
            return false;
        arguments[word->index] =
            arena_printf(arena, "%.*s%s", (int)word->prefix, arguments[word->index], path);
    }
    return true;
}
