// Lists, copies and removes whole trees.
#pragma once

#include "base/error.h"
#include "base/text.h"

// Paths of all entries of a tree (files, links, folders and other kinds), relative to it, sorted by
// their bytes, so that a folder precedes its entries. Links are not followed.
NODISCARD bool tree_list(struct arena *arena, const char *folder, struct text_list *names,
                         struct error *error);

// Removes a file or a whole tree, read-only folders too; a missing one is fine.
NODISCARD bool tree_remove(const char *path, struct error *error);

// Copies regular files (with mode and modification time), folders and symbolic links. Leaves out
// other kinds of files, entries for which `skip` (may be NULL) returns true for the path relative
// to the tree, and `to` itself if it lies inside `from`.
NODISCARD bool tree_copy(const char *from, const char *to, bool (*skip)(const char *relative),
                         struct error *error);

// Copies one regular file with its mode. Unlinks `to` first, so that a running program can be
// replaced.
NODISCARD bool file_copy(const char *from, const char *to, struct error *error);
