// Where a submodule's own repository is.
#pragma once

#include "git/snapshot.h"

// Of the submodule at `path` in `outer`, one that has the commit; `modules` is that commit's
// .gitmodules. inner->common is NULL where .gitmodules has no such submodule and nothing is there:
// git leaves such a folder empty. Not here: an error with the command that gets it.
NODISCARD bool submodule_find(struct arena *arena, const struct place *outer, const char *modules,
                              const char *path, const git_oid *commit, struct place *inner,
                              struct error *error);
