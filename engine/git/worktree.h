// The revision WORKTREE: whether it is modified, its files, its difference from HEAD.
#pragma once

#include "git/repository.h"

// Does any file of WORKTREE, or the index, differ from HEAD? False for a bare repository.
NODISCARD bool worktree_is_modified(struct repository *repository, bool *modified,
                                    struct error *error);

// Makes `folder` and fills it with the files of WORKTREE below the folder `within` ("": all).
NODISCARD bool worktree_copy(struct repository *repository, const char *within, const char *folder,
                             struct error *error);

// Adds the difference between HEAD and the tracked files at or below `paths` ("": all) as
// `git apply` reads it; nothing if none is modified.
NODISCARD bool worktree_patch(struct repository *repository, const struct text_list *paths,
                              struct text *patch, struct error *error);
