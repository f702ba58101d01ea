// Fills a folder with the files of WORKTREE.
#pragma once

#include "git/internal.h"

// Copies the files below the folder `within` of the working tree ("": all) to `folder`.
NODISCARD bool checkout_working_tree(git_repository *git, const char *within,
                                     enum submodules submodules, const char *folder,
                                     struct error *error);
