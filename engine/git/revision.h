// Revisions: commits and the working tree, and the names that resolve to them.
#pragma once

#include "git/repository.h"
#include "model/submodules.h"

// "WORKTREE", the name of the working tree: tracked files as they are now, and untracked files that
// are not ignored.
extern const char worktree_name[];

struct revision {
    const char *name; // as the user wrote it
    char commit[41];  // 40 hexadecimal digits; for the working tree its HEAD, "" if unborn
    bool worktree;    // the working tree, not a commit
    enum submodules submodules; // of a checkout; revision_resolve() sets SUBMODULES_ALL
    const char *summary;        // first line of the commit's message, or "uncommitted changes"
};

// Resolves a branch (one that only origin has, too), tag, commit, HEAD~3, @{upstream}, … or
// WORKTREE. EXIT_USAGE with the remedy: an unknown name (names the nearest branch or tag), an
// ambiguous name, an object that is no commit, a commit that a shallow clone lacks.
NODISCARD bool revision_resolve(struct repository *repository, struct arena *arena,
                                const char *name, struct revision *revision, struct error *error);
