// The default baseline of a comparison: the default branch or the merge base.
#pragma once

#include "git/revision.h"

// The best common ancestor of two revisions (of HEAD, for the working tree). base->name is the name
// of the side that is this ancestor ("HEAD" for the working tree), else the 40 digits.
NODISCARD bool revision_merge_base(struct repository *repository, struct arena *arena,
                                   const struct revision *a, const struct revision *b,
                                   struct revision *base, struct error *error);

// The default branch: origin's HEAD, else init.defaultBranch, main or master; origin's branch goes
// before the local one. EXIT_USAGE if there is none.
NODISCARD bool revision_default(struct repository *repository, struct arena *arena,
                                struct revision *revision, struct error *error);
