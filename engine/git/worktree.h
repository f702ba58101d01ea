// The working tree: whether it is modified, its files, its difference from HEAD, and what it is of.
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

#define REVISION_WITHOUT_FILE " (without the experiment file)"

// The git revision of a folder, as a note beside results: "0123abcd… (modified)" for a folder in a
// working tree ("(perhaps modified)" if git cannot tell), with REVISION_WITHOUT_FILE if the
// experiment file `file` is not in it; otherwise the reason there is none, such as "not in a git
// repository". NULL: memory, descriptors or the disk failed.
const char *source_revision(struct arena *arena, const char *folder, const char *file,
                            struct error *error);
