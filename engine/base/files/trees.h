// Lists, copies and removes whole trees.
#pragma once

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

// Paths of all entries of a tree (files, links, folders and other kinds), relative to it, sorted by
// their bytes, so that a folder precedes its entries. Links are not followed.
NODISCARD bool tree_list(struct arena *arena, const char *folder, struct text_list *names,
                         struct error *error);

// Removes a file or a whole tree, read-only folders too; a missing one is fine.
NODISCARD bool tree_remove(const char *path, struct error *error);
// The same for `name` in an open folder: follows no link. False with errno.
NODISCARD bool tree_remove_at(int parent, const char *name);

// What a file or a whole tree, `name` in an open folder, takes of the disk; a missing one nothing.
uint64_t tree_bytes_at(int parent, const char *name);

// Copies regular files (with mode and modification time), folders and symbolic links. Leaves out
// other kinds of files, entries that `skip` (may be NULL) names, and `to` itself if it lies inside
// `from`. `skip` is asked with the entry's path and its path relative to the tree.
typedef bool tree_skip(const char *path, const char *relative);
NODISCARD bool tree_copy(const char *from, const char *to, tree_skip *skip, struct error *error);

// Copies one regular file with its mode. Unlinks `to` first, so that a running program can be
// replaced.
NODISCARD bool file_copy(const char *from, const char *to, struct error *error);

// Likewise, but writes over `to`, if it is there and does not run: it keeps its pages in memory.
NODISCARD bool file_refill(const char *from, const char *to, struct error *error);
