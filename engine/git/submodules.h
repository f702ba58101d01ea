// Finds the repositories of submodules.
#pragma once

#include "git/snapshot.h"

// Finds a repository that has `commit` of the submodule at `path` in `outer`; `modules` is the text
// of the outer commit's .gitmodules. inner->common is NULL if .gitmodules lists no such submodule
// and no repository is there: git leaves such a folder empty. A missing repository or commit is an
// error with the command that fetches it.
NODISCARD bool submodule_find(struct arena *arena, const struct place *outer, const char *modules,
                              const char *path, const git_oid *commit, struct place *inner,
                              struct error *error);
