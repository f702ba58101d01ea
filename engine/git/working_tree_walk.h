// Walks the files of WORKTREE: tracked files as they are now, and untracked ones not ignored.
#pragma once

#include "git/internal.h"

#include <sys/stat.h>

// Called for each file and link, and for each nested repository as one folder (a submodule that is
// not checked out is an empty folder); `path` is relative to the working tree.
typedef bool working_tree_visit(void *context, const char *path, const struct stat *status,
                                struct error *error);

// Visits all files except those in the folder `except` (may be NULL).
NODISCARD bool working_tree_walk(git_repository *git, const struct stat *except,
                                 working_tree_visit *visit, void *context, struct error *error);

// Does WORKTREE have this path?
NODISCARD bool working_tree_has(git_repository *git, const char *path, bool *has,
                                struct error *error);

// The index as it is on the disk now; the caller frees it.
NODISCARD bool working_tree_index(git_repository *git, git_index **index, struct error *error);

// Does anything differ from HEAD, by GIT_STATUS_OPT_… flags? False: libgit2 cannot tell.
NODISCARD bool status_is_modified(git_repository *git, unsigned flags, bool *modified);
