// One commit's files as a checkout has them: filtered by the attributes of that commit.
#pragma once

#include "git/internal.h"

// Folders of a repository or of a submodule in it.
struct place {
    const char *name;     // of a submodule, its path in the outermost repository; "" there
    const char *own;      // git's folder; of a linked worktree, that worktree's
    const char *common;   // git's folder with the objects
    const char *worktree; // NULL: none
};

struct snapshot {
    const struct place *place;
    git_repository *git;   // opened without working tree and index, whose attributes do not apply
    git_index *attributes; // the .gitattributes of the folders entered so far
    git_tree *root;
    char commit[41];
};
#define SNAPSHOT_CLEANUP __attribute__((cleanup(snapshot_release)))

NODISCARD bool snapshot_open(struct snapshot *snapshot, const struct place *place,
                             const git_oid *commit, struct error *error);
void snapshot_release(struct snapshot *snapshot);

// Opens the folder `entry` at `path` of the commit (NULL and "": its root) and applies its
// attributes from now on. A folder must be entered before its entries are read.
NODISCARD bool snapshot_enter(struct snapshot *snapshot, const git_tree_entry *entry,
                              const char *path, git_tree **tree, struct error *error);

// Is it a regular file? False for NULL.
bool snapshot_is_file(const git_tree_entry *entry);

// The bytes of a file, valid until released, or the path of a large file.
struct content {
    const char *bytes;
    size_t length;
    struct text large; // path of the bytes of a large file, else empty
    git_blob *blob;
    git_buf filtered;
};
void content_release(struct content *content);
#define CONTENT_CLEANUP __attribute__((cleanup(content_release)))

// Reads a file through the filters; `content` must be zeroed.
NODISCARD bool snapshot_content(struct snapshot *snapshot, const git_tree_entry *entry,
                                const char *path, struct content *content, struct error *error);

// Reads a link's target, or any blob, as it is stored.
NODISCARD bool snapshot_raw(struct snapshot *snapshot, const git_tree_entry *entry,
                            const char *path, struct content *content, struct error *error);
