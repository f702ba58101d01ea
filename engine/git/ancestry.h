// How revisions descend from each other: merge bases, the default branch, the commits between two.
#pragma once

#include "git/revision.h"

#include <stdint.h>

// The best common ancestor of two revisions (of HEAD, for the working tree). base->name is the name
// of the side that is this ancestor ("HEAD" for the working tree), else the 40 digits.
NODISCARD bool revision_merge_base(struct repository *repository, struct arena *arena,
                                   const struct revision *a, const struct revision *b,
                                   struct revision *base, struct error *error);

// The default branch: origin's HEAD, else init.defaultBranch, main or master; origin's branch goes
// before the local one. EXIT_USAGE if there is none.
NODISCARD bool revision_default(struct repository *repository, struct arena *arena,
                                struct revision *revision, struct error *error);

struct past_commit {
    char id[41];
    const char *subject, *author; // UTF-8 or not, as git has them
    int64_t date;                 // of the author, in seconds since 1970
};

// The first parents of `newer` back to `older`, which is the first item. Commits of merged branches
// are not among them: the merge stands for its branch.
struct history {
    struct past_commit *items;
    size_t count;
    size_t merges;
    bool on_branch; // `older` itself is not a first parent, but was merged
};

// EXIT_USAGE: they are the same commit, `older` is no ancestor of `newer`, one is the working tree,
// or there are more than `most` commits.
NODISCARD bool history_between(struct repository *repository, struct arena *arena,
                               const struct revision *older, const struct revision *newer,
                               size_t most, struct history *history, struct error *error);

// The newest commit among the last `most` first parents up to `newer` that changed the bytes of a
// file which it did not add: its id, or "" if there is none. `path` is from the repository's
// folder.
NODISCARD bool history_last_change(struct repository *repository, const struct revision *newer,
                                   const char *path, size_t most, char id[static 41],
                                   struct error *error);
