// Walks the folders of the cache.
#include "base/files/cache_contents.h"

#include "base/files/cache.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define WORK "work"
#define LOCK_SUFFIX ".lock"

enum {
    WORK_DIGITS = 16,
    TITLE_BYTES = 200,
    OPEN_SAFELY = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
};

static const struct {
    const char *name;
    enum cache_kind kind;
    bool nested; // its entries lie in folders of a name
} folders[] = {
    {"builds", CACHE_BUILD, false},     {"compare", CACHE_CAMPAIGN, true},
    {WORK, CACHE_UNFINISHED, false},    {"bundle", CACHE_UNFINISHED, false},
    {"tasks", CACHE_UNFINISHED, false}, {"check", CACHE_UNFINISHED, true},
};

// ---- Locks

static bool is_work(const struct cache_entry *entry)
{
    return text_equal(entry->folder, WORK) && entry->kind == CACHE_UNFINISHED;
}

// The folder of a campaign's builds has a lock beside it; others are locked themselves.
static const char *lock_of(struct arena *arena, const struct cache_entry *entry)
{
    return is_work(entry) ? arena_printf(arena, "%s" LOCK_SUFFIX, entry->name) : entry->name;
}

// ---- Entries

static int64_t time_of(int parent, const char *name)
{
    struct stat status;
    bool there = fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
    return there ? (int64_t)status.st_mtim.tv_sec : 0;
}

static bool has(int parent, const char *path)
{
    struct stat status;
    return fstatat(parent, path, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

static const char *first_line(struct arena *arena, int parent, const char *path)
{
    char line[TITLE_BYTES + 1] = "";
    FD_CLEANUP int file = openat(parent, path, OPEN_SAFELY);
    if (file < 0 || read(file, line, TITLE_BYTES) < 0)
        return "";
    line[strcspn(line, "\n")] = '\0';
    text_make_plain(line);
    return arena_strdup(arena, line);
}

static void describe(struct arena *arena, int parent, struct cache_entry *entry)
{
    const char *about = arena_printf(arena, "%s/" CACHE_BUILD_FILE, entry->name),
               *store = arena_printf(arena, "%s/campaign.db", entry->name);
    if ((entry->kind == CACHE_BUILD && !has(parent, about)) ||
        (entry->kind == CACHE_CAMPAIGN && !has(parent, store)))
        entry->kind = CACHE_UNFINISHED;
    entry->used = time_of(parent, entry->name);
    if (entry->kind == CACHE_CAMPAIGN && time_of(parent, store) > entry->used)
        entry->used = time_of(parent, store);
    if (is_work(entry) && has(parent, lock_of(arena, entry)))
        entry->used = 0; // its campaign was killed
    entry->title = entry->kind == CACHE_BUILD ? first_line(arena, parent, about)
                   : entry->kind == CACHE_CAMPAIGN
                       ? arena_printf(arena, "%s/%s", path_base(entry->folder), entry->name)
                       : arena_printf(arena, "%s/%s", entry->folder, entry->name);
}

// Of the names in the folder of work: 0123456789abcdef, its lock alone, its logs; false: foreign.
static bool sort_work(struct arena *arena, int parent, struct cache_entry *entry)
{
    const char *rest = entry->name + WORK_DIGITS;
    if (strspn(entry->name, "0123456789abcdef") != WORK_DIGITS)
        return false;
    if (*rest == '-' && text_ends(rest, ".log"))
        entry->kind = CACHE_LOG;
    else if (text_equal(rest, LOCK_SUFFIX))
        entry->name = arena_strndup(arena, entry->name, WORK_DIGITS);
    else
        return !*rest;
    return entry->kind == CACHE_LOG || !has(parent, entry->name);
}

static void add(struct arena *arena, int parent, struct cache_entry entry, bool sizes,
                struct cache_contents *contents)
{
    describe(arena, parent, &entry);
    entry.bytes = sizes ? tree_bytes_at(parent, entry.name) : 0;
    contents->bytes += entry.bytes;
    contents->items = arena_grown(arena, contents->items, contents->count, sizeof *contents->items);
    contents->items[contents->count++] = entry;
}

// ---- Folders

static int enter(int parent, const char *name)
{
    return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static bool is_folder(int parent, const char *name)
{
    struct stat status;
    return fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode);
}

// `path`: within the cache.
static void list_folder(struct arena *arena, int above, const char *path, size_t row, bool nested,
                        bool sizes, struct cache_contents *contents)
{
    int fd = enter(above, path_base(path));
    DIR *open = fd < 0 ? NULL : fdopendir(fd);
    for (struct dirent *found; open && (found = readdir(open));) {
        struct cache_entry entry = {.kind = folders[row].kind, .folder = path};
        entry.name = arena_strdup(arena, found->d_name);
        bool folder = is_folder(fd, entry.name);
        if (text_equal(entry.name, ".") || text_equal(entry.name, ".."))
            continue;
        if (nested && folder)
            list_folder(arena, fd, arena_printf(arena, "%s/%s", path, entry.name), row, false,
                        sizes, contents);
        else if (text_equal(path, WORK) ? sort_work(arena, fd, &entry)
                                        : folder || entry.kind == CACHE_UNFINISHED)
            add(arena, fd, entry, sizes, contents);
    }
    if (open)
        closedir(open);
}

bool cache_list(struct arena *arena, bool sizes, struct cache_contents *contents,
                struct error *error)
{
    char *builds = NULL;
    *contents = (struct cache_contents){0};
    if (!cache_folder(arena, folders[0].name, &builds, error))
        return false;
    contents->path = path_folder(arena, builds);
    FD_CLEANUP int root = open(contents->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (root < 0)
        return failed_errno(error, "cannot read the folder '%s'", contents->path);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        list_folder(arena, root, folders[i].name, i, folders[i].nested, sizes, contents);
    return true;
}

// ---- Removing

// Opens a folder below another, part by part.
static int enter_below(struct arena *arena, int root, const char *path)
{
    const char *slash = strchr(path, '/');
    int first = enter(root, slash ? arena_strndup(arena, path, (size_t)(slash - path)) : path);
    if (!slash || first < 0)
        return first;
    int below = enter_below(arena, first, slash + 1);
    close(first);
    return below;
}

static int folder_of(struct arena *arena, const struct cache_contents *contents,
                     const struct cache_entry *entry)
{
    FD_CLEANUP int root = open(contents->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return root < 0 ? -1 : enter_below(arena, root, entry->folder);
}

bool cache_entry_is_held(const struct cache_contents *contents, const struct cache_entry *entry)
{
    struct arena scratch = {0};
    FD_CLEANUP int parent = folder_of(&scratch, contents, entry);
    FD_CLEANUP int lock = parent < 0 ? -1 : openat(parent, lock_of(&scratch, entry), OPEN_SAFELY);
    arena_release(&scratch);
    return lock >= 0 && flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

// -1: a living process holds the entry, or somebody else has removed it.
static int take(struct arena *arena, int parent, const struct cache_entry *entry)
{
    const char *name = lock_of(arena, entry);
    int lock = is_work(entry) ? openat(parent, name, OPEN_SAFELY | O_CREAT, 0600)
                              : openat(parent, name, OPEN_SAFELY);
    struct stat status;
    if (lock < 0 ||
        (flock(lock, LOCK_EX | LOCK_NB) == 0 && fstat(lock, &status) == 0 && status.st_nlink > 0))
        return lock;
    close(lock);
    return -1;
}

static bool remove_held(struct arena *arena, int parent, int lock, const struct cache_entry *entry)
{
    if (entry->kind == CACHE_BUILD && unlinkat(lock, CACHE_BUILD_FILE, 0) != 0)
        return false; // from here on it is no build that may be used
    return tree_remove_at(parent, entry->name) &&
           (!is_work(entry) || unlinkat(parent, lock_of(arena, entry), 0) == 0);
}

bool cache_entry_remove(const struct cache_contents *contents, const struct cache_entry *entry)
{
    struct arena scratch = {0};
    FD_CLEANUP int parent = folder_of(&scratch, contents, entry);
    FD_CLEANUP int lock = parent < 0 ? -1 : take(&scratch, parent, entry);
    bool gone = lock >= 0 && remove_held(&scratch, parent, lock, entry);
    arena_release(&scratch);
    return gone;
}
