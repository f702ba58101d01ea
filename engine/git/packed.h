// Revisions as plain folders, as a bundle stores them. A file in what was the repository's top
// folder replaces the repository.
#pragma once

#include "base/arena.h"
#include "base/error.h"

// The name of that file. One line per revision, fields separated by tabs: name, commit (40 digits
// or empty), state, and the folder with the revision's files, relative to the file's folder.
#define PACKED_FILE ".eswexp-revisions"

struct packed_revision {
    const char *name, *commit, *folder;
    bool worktree; // the working tree, as it was when the bundle was packed
    bool modified; // the working tree differed from the commit
};

// The nearest folder with such a file, from `folder` upwards; NULL if there is none or a .git is
// nearer.
const char *packed_near(struct arena *arena, const char *folder);

// Finds a revision by name or full commit; an unknown one is EXIT_USAGE.
NODISCARD bool packed_find(struct arena *arena, const char *repository, const char *name,
                           struct packed_revision *revision, struct error *error);

// Adds a line to the file of `repository`.
NODISCARD bool packed_add(const char *repository, const struct packed_revision *revision,
                          struct error *error);
