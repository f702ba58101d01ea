// Copies the parts of a build into the cache and back.
#include "build/kept/kept.h"

#include "base/files/cache_contents.h"
#include "base/files/cache_hold.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/code/tree_digest.h"
#include "build/toolchain/sha256.h"

#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PARTS = 2, NAME_DIGITS = 32, ABOUT_MOST = 1 << 24 };

// Of a variant's folder: its sources as built, and the records of its links.
static const char *const parts[PARTS] = {"checkout", "records"};

const char *kept_folder(struct arena *arena, const struct kept_builds *builds, const char *key)
{
    struct sha256 hash;
    char hex[65];
    sha256_begin(&hash);
    sha256_add(&hash, key, strlen(key));
    sha256_end(&hash, hex);
    return arena_printf(arena, "%s/%.*s", builds->folder, NAME_DIGITS, hex);
}

static const char *about_of(struct arena *arena, const char *kept)
{
    return path_join(arena, kept, CACHE_BUILD_FILE);
}

// Of all parts, one behind the other.
static bool digest_parts(struct arena *scratch, const char *folder, const char **digests,
                         struct error *error)
{
    *digests = "";
    for (size_t i = 0; i < PARTS; i++) {
        char hex[65];
        if (!tree_digest(path_join(scratch, folder, parts[i]), hex, error))
            return false;
        *digests = arena_printf(scratch, "%s%s", *digests, hex);
    }
    return true;
}

static bool copy_parts(struct arena *scratch, const char *from, const char *to, struct error *error)
{
    for (size_t i = 0; i < PARTS; i++)
        if (!tree_copy(path_join(scratch, from, parts[i]), path_join(scratch, to, parts[i]), NULL,
                       error))
            return false;
    return true;
}

// ---- Reusing

// Shared with other readers; -1: it is not there, a process makes or removes it, or there are no
// locks.
static int lock_of(const char *kept, int how)
{
    int lock = open(kept, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (lock < 0 || flock(lock, how | LOCK_NB) == 0)
        return lock;
    close(lock);
    return -1;
}

void kept_discard(const char *kept)
{
    struct error ignored;
    FD_CLEANUP int lock = lock_of(kept, LOCK_EX);
    if (lock >= 0 && unlinkat(lock, CACHE_BUILD_FILE, 0) == 0)
        (void)!tree_remove(kept, &ignored); // what is left is unfinished, and goes later
}

// The second line of the file.
static bool was_digested(const char *about, const char *digests)
{
    const char *line = strchr(about, '\n');
    size_t length = strlen(digests);
    return line && strncmp(line + 1, digests, length) == 0 && line[1 + length] == '\n';
}

static bool put_in_place(struct arena *scratch, const char *copy, const char *folder,
                         struct error *error)
{
    for (size_t i = 0; i < PARTS; i++) {
        const char *place = path_join(scratch, folder, parts[i]);
        if (!tree_remove(place, error))
            return false;
        if (rename(path_join(scratch, copy, parts[i]), place) != 0)
            return failed_errno(error, "cannot write '%s'", place);
    }
    return true;
}

// `damaged`: it is not what was kept.
static bool restore(struct arena *scratch, const char *kept, const char *folder, bool *damaged,
                    struct error *error)
{
    TEXT_CLEANUP struct text about = {0};
    const char *copy = path_join(scratch, folder, "kept"), *digests;
    if (!file_read(about_of(scratch, kept), ABOUT_MOST, &about, error) || !folder_make(copy, error))
        return false;
    *damaged = !copy_parts(scratch, kept, copy, error) ||
               !digest_parts(scratch, copy, &digests, error) ||
               (!was_digested(about.bytes, digests) &&
                !failed(error, EXIT_FAILED, "its files have changed since it was kept"));
    return !*damaged && put_in_place(scratch, copy, folder, error);
}

bool kept_restore(const char *kept, const char *folder, int64_t *since, struct error *error)
{
    struct arena scratch = {0};
    struct stat status;
    struct error ignored;
    bool damaged = false;
    int lock = lock_of(kept, LOCK_SH);
    bool there = lock >= 0 && fstatat(lock, CACHE_BUILD_FILE, &status, AT_SYMLINK_NOFOLLOW) == 0;
    *error->text = '\0';
    bool restored = there && restore(&scratch, kept, folder, &damaged, error);
    if (restored) {
        *since = (int64_t)status.st_mtim.tv_sec;
        futimens(lock, NULL); // its last use
    }
    (void)!tree_remove(path_join(&scratch, folder, "kept"), &ignored); // goes with the folder
    if (lock >= 0)
        close(lock);
    if (damaged)
        kept_discard(kept);
    arena_release(&scratch);
    return restored;
}

// ---- Keeping

static uint64_t bytes_of(struct arena *scratch, const char *folder)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < PARTS; i++)
        bytes += tree_bytes_at(AT_FDCWD, path_join(scratch, folder, parts[i]));
    return bytes;
}

static bool fill(struct arena *scratch, const char *kept, const char *folder, const char *title,
                 const char *key, struct error *error)
{
    const char *digests;
    if (!digest_parts(scratch, folder, &digests, error) ||
        !copy_parts(scratch, folder, kept, error))
        return false;
    const char *about = arena_printf(scratch, "%s\n%s\n%s", title, digests, key);
    return file_write(about_of(scratch, kept), about, strlen(about), error);
}

bool kept_store(const char *kept, const char *folder, const char *title, const char *key,
                uint64_t bytes_most, struct error *error)
{
    struct arena scratch = {0};
    struct cache_hold hold;
    struct error ignored;
    bool small = bytes_of(&scratch, folder) <= bytes_most, stored = false;
    if (!small)
        failed(error, EXIT_FAILED, "it is larger than the cache (ESWEXP_CACHE_SIZE)");
    else if (!cache_hold_make(&hold, kept, error))
        stored = hold.taken; // it is being kept
    else {
        stored = fill(&scratch, kept, folder, title, key, error);
        if (stored)
            close(hold.lock);
        else
            (void)!cache_hold_remove(&hold, &ignored);
    }
    arena_release(&scratch);
    return stored;
}
