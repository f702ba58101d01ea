// The sides of a comparison: revisions of one repository, the baseline first.
#pragma once

#include "git/repository.h"
#include "git/revision.h"

struct side {
    const char *label; // names the variant; distinct
    struct revision revision;
};

struct sides {
    struct side *items; // the baseline, then at least one other
    size_t count;
};

// From the arguments of the command line: none (the merge base with the default branch against the
// working tree), BASE, BASE HEAD, A..B, A...B, or more than two, each against the first. Names are
// resolved here and never again. Mistakes are EXIT_USAGE.
NODISCARD bool sides_resolve(struct repository *repository, struct arena *arena,
                             const struct text_list *names, struct sides *sides,
                             struct error *error);

// "main (1a2b3c4d) against topic (5e6f7a8b)".
const char *sides_wording(struct arena *arena, const struct sides *sides);

// The variants of an experiment file: {"main": {revision: 1a2b…}, …}, each with the keys `more`
// (", key: value" or ""); with `rebuilt` the baseline a second time under that name; `explained`:
// then each side once more as built.
const char *sides_as_variants(struct arena *arena, const struct sides *sides, const char *rebuilt,
                              bool explained, const char *more);
