// Filling a folder with what WORKTREE takes.
#pragma once

#include "git/handles.h"

// Of its folder `within`; "": of all.
NODISCARD bool checkout_working_tree(git_repository *git, const char *within, const char *folder,
                                     struct error *error);
