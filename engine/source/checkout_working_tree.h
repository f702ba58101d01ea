// Filling a folder with what WORKTREE takes.
#pragma once

#include "source/handles.h"

NODISCARD bool checkout_working_tree(git_repository *git, const char *folder, struct error *error);
