// Reads and lists files of a revision without a checkout.
#include "git/revision_files.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "git/revision.h"
#include "git/snapshot.h"
#include "git/working_tree_walk.h"

#include <stdlib.h>
#include <string.h>

// Applies the attributes of all folders above a file.
static bool enter_folders(struct snapshot *snapshot, const char *path, struct error *error)
{
    bool entered = true;
    for (const char *slash = path; entered && slash; slash = strchr(slash + 1, '/')) {
        GIT_CLEANUP(tree_entry) *entry = NULL;
        GIT_CLEANUP(tree) *tree = NULL;
        TEXT_CLEANUP struct text folder = {0};
        text_add_bytes(&folder, path, (size_t)(slash - path));
        if (slash > path && git_tree_entry_bypath(&entry, snapshot->root, folder.bytes))
            return failed_git(error, EXIT_FAILED, "'%s' of commit %s cannot be read", path,
                              snapshot->commit);
        entered = snapshot_enter(snapshot, entry, folder.bytes, &tree, error);
    }
    return entered;
}

static bool read_from_snapshot(struct snapshot *snapshot, const char *path, struct text *bytes,
                               bool *found, struct error *error)
{
    GIT_CLEANUP(tree_entry) *entry = NULL;
    CONTENT_CLEANUP struct content content = {0};
    int code = git_tree_entry_bypath(&entry, snapshot->root, path);
    *found = code == 0 && snapshot_is_file(entry);
    if (code && code != GIT_ENOTFOUND)
        return failed_git(error, EXIT_FAILED, "'%s' of commit %s cannot be read", path,
                          snapshot->commit);
    if (!*found)
        return true;
    if (!enter_folders(snapshot, path, error) ||
        !snapshot_content(snapshot, entry, path, &content, error))
        return false;
    if (content.large.length > 0)
        return file_read(content.large.bytes, SIZE_MAX, bytes, error);
    text_add_bytes(bytes, content.bytes, content.length);
    return true;
}

static struct place place_of(const struct repository *repository)
{
    return (struct place){.name = "", .common = git_repository_commondir(repository->git)};
}

static bool read_from_commit(struct repository *repository, const struct revision *revision,
                             const char *path, struct text *bytes, bool *found, struct error *error)
{
    SNAPSHOT_CLEANUP struct snapshot snapshot = {0};
    struct place place = place_of(repository);
    git_oid id;
    return revision_id(revision, &id, error) && snapshot_open(&snapshot, &place, &id, error) &&
           read_from_snapshot(&snapshot, path, bytes, found, error);
}

static bool read_from_disk(struct repository *repository, const char *path, struct text *bytes,
                           bool *found, struct error *error)
{
    TEXT_CLEANUP struct text full = {0};
    struct stat status;
    text_printf(&full, "%s/%s", repository->folder, path);
    *found = false;
    if (lstat(full.bytes, &status) || !S_ISREG(status.st_mode))
        return true;
    return working_tree_has(repository->git, path, found, error) &&
           (!*found || file_read(full.bytes, SIZE_MAX, bytes, error));
}

bool revision_read(struct repository *repository, const struct revision *revision, const char *path,
                   struct text *bytes, bool *found, struct error *error)
{
    if (!has_git(repository, error))
        return false;
    return revision->worktree ? read_from_disk(repository, path, bytes, found, error)
                              : read_from_commit(repository, revision, path, bytes, found, error);
}

// Of files of a name, or below a folder.
struct listing {
    struct arena *arena;
    const char *name, *folder; // one of them is NULL
    struct text_list *paths;
};

static void list(const struct listing *listing, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *below = listing->folder ? path_within(path, listing->folder) : NULL;
    if (listing->name ? text_equal(slash ? slash + 1 : path, listing->name) : below && *below)
        text_list_add(listing->paths, listing->arena, path);
}

static int list_entry(const char *folder, const git_tree_entry *entry, void *payload)
{
    TEXT_CLEANUP struct text path = {0};
    text_printf(&path, "%s%s", folder, git_tree_entry_name(entry));
    if (snapshot_is_file(entry))
        list(payload, path.bytes);
    return 0;
}

static bool list_commit(struct repository *repository, const struct revision *revision,
                        struct listing *listing, struct error *error)
{
    SNAPSHOT_CLEANUP struct snapshot snapshot = {0};
    struct place place = place_of(repository);
    git_oid id;
    return revision_id(revision, &id, error) && snapshot_open(&snapshot, &place, &id, error) &&
           (git_tree_walk(snapshot.root, GIT_TREEWALK_PRE, list_entry, listing) == 0 ||
            failed_git(error, EXIT_FAILED, "the files of commit %s cannot be listed",
                       revision->commit));
}

static bool list_file(void *context, const char *path, const struct stat *status,
                      struct error *error)
{
    (void)error;
    if (S_ISREG(status->st_mode))
        list(context, path);
    return true;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool list_all(struct repository *repository, const struct revision *revision,
                     struct listing *listing, struct error *error)
{
    struct text_list *paths = listing->paths;
    if (!has_git(repository, error))
        return false;
    bool listed = revision->worktree
                      ? working_tree_walk(repository->git, NULL, list_file, listing, error)
                      : list_commit(repository, revision, listing, error);
    if (listed && paths->count > 1)
        qsort(paths->items, paths->count, sizeof *paths->items, compare);
    return listed;
}

bool revision_files(struct repository *repository, struct arena *arena,
                    const struct revision *revision, const char *name, struct text_list *paths,
                    struct error *error)
{
    struct listing listing = {arena, .name = name, .paths = paths};
    return list_all(repository, revision, &listing, error);
}

bool revision_files_below(struct repository *repository, struct arena *arena,
                          const struct revision *revision, const char *folder,
                          struct text_list *paths, struct error *error)
{
    struct listing listing = {arena, .folder = folder, .paths = paths};
    return list_all(repository, revision, &listing, error);
}
