// Revisions as plain folders, as a bundle has them: a file in the top folder of what was a
// repository's working tree stands for the repository.
#pragma once

#include "git/repository.h"

// A line each in the file: name, commit (40 digits, or nothing), state, and the folder with the
// revision's files, relative to that of the file; between them tabs.
#define PACKED_FILE ".eswexp-revisions"

struct packed_revision {
    const char *name, *commit, *folder;
    bool worktree, modified; // the working tree, as it was; it differed from the commit
};

// The nearest folder with such a file, from `folder` upwards; NULL: none, or a .git is nearer.
const char *packed_near(struct arena *arena, const char *folder);

// Of a name, or of a commit in whole; EXIT_USAGE: not among them.
NODISCARD bool packed_find(struct arena *arena, const char *repository, const char *name,
                           struct packed_revision *revision, struct error *error);

// Adds a revision to the file of `repository`.
NODISCARD bool packed_add(const char *repository, const struct packed_revision *revision,
                          struct error *error);
