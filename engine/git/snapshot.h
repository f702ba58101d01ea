// One commit's files as a checkout has them: through the filters, by that commit's attributes.
#pragma once

#include "git/handles.h"

// Where a repository or a submodule of it keeps what.
struct place {
    const char *name;     // of a submodule, its path in the outermost repository; "" there
    const char *own;      // its folder of git's own; of a linked worktree the worktree's
    const char *common;   // the one with the objects
    const char *worktree; // NULL: none
};

struct snapshot {
    const struct place *place;
    git_repository *git;   // a handle without working tree and index: their attributes do not count
    git_index *attributes; // the .gitattributes of the folders that were entered
    git_tree *root;
    char commit[41];
};
#define SNAPSHOT_CLEANUP __attribute__((cleanup(snapshot_release)))

NODISCARD bool snapshot_open(struct snapshot *snapshot, const struct place *place,
                             const git_oid *commit, struct error *error);
void snapshot_release(struct snapshot *snapshot);

// The folder of an entry, and its attributes from now on; `path` within the commit, "" and no
// entry: its root. Before anything in it is asked for.
NODISCARD bool snapshot_enter(struct snapshot *snapshot, const git_tree_entry *entry,
                              const char *path, git_tree **tree, struct error *error);

// Neither a folder, a link, a submodule nor NULL.
bool snapshot_is_file(const git_tree_entry *entry);

// A file's bytes, valid until released, or the path of a large file's.
struct content {
    const char *bytes;
    size_t length;
    struct text large; // empty: not one
    git_blob *blob;
    git_buf filtered;
};
void content_release(struct content *content);
#define CONTENT_CLEANUP __attribute__((cleanup(content_release)))

// `content` zeroed.
NODISCARD bool snapshot_content(struct snapshot *snapshot, const git_tree_entry *entry,
                                const char *path, struct content *content, struct error *error);

// A link's target, or any blob as it is stored.
NODISCARD bool snapshot_raw(struct snapshot *snapshot, const git_tree_entry *entry,
                            const char *path, struct content *content, struct error *error);
