// Leaving cells of identical code out of a comparison.
#pragma once

#include "executor/executor.h"

// What a campaign does with variants of identical code.
enum identical_code {
    IDENTICAL_MEASURED, // measures them; inputs without an effect are notes
    IDENTICAL_LEFT_OUT, // does not measure a cell whose variants are all identical
    IDENTICAL_AS_ASKED, // measures them, and says that this is an A/A run
};

// Stores the facts or events of the identical variants of a new campaign.
NODISCARD bool identical_record(const struct executor *executor, enum identical_code what,
                                struct store *store, struct error *error);

// Stores the facts of restarted cells anew, where identical variants were left out before.
NODISCARD bool identical_restart(const struct executor *executor, struct store *store,
                                 const bool *restarted, struct error *error);

// Which cells are left out, by the store's facts: all their variants are identical, apart from a
// rebuilt baseline.
NODISCARD bool identical_cells(struct arena *arena, struct store *store, const struct spec *spec,
                               bool *left_out, bool *all, struct error *error);
