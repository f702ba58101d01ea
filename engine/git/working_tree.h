// What WORKTREE takes of a working tree: tracked files as they are, untracked ones not ignored.
#pragma once

#include "git/handles.h"

#include <sys/stat.h>

// Called for each file and link, and for each repository inside, as a folder (a submodule that is
// not there is an empty folder); `path` is relative to the working tree.
typedef bool working_tree_visit(void *context, const char *path, const struct stat *status,
                                struct error *error);

// Visits them all; `except` (or NULL) is a folder that is passed over.
NODISCARD bool working_tree_walk(git_repository *git, const struct stat *except,
                                 working_tree_visit *visit, void *context, struct error *error);

// Whether it takes one path.
NODISCARD bool working_tree_takes(git_repository *git, const char *path, bool *taken,
                                  struct error *error);

// Whether anything differs from HEAD, by GIT_STATUS_OPT_… flags; false: it cannot be told.
NODISCARD bool status_is_modified(git_repository *git, unsigned flags, bool *modified);
