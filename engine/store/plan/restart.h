// Starting cells anew: what was measured of them before stays, apart from what counts.
#pragma once

#include "store/facts.h"
#include "store/store.h"

// Cells whose identity (machine, toolchain, revision, program, randomizers) is another now.
struct restart {
    const bool *cells; // by cell
    size_t cell_count;
    const struct stored_fact *facts; // the identity as it is now, whole keys
    size_t fact_count;
    const char *text; // of the event: what, when and why
};

// One transaction. The N-th time, from 1, the cells' blocks of phase 0 and 1 become those of phase
// 2 N and 2 N + 1, what the pilot said of the cells is forgotten, facts KEY of the identity that
// are otherwise now become "was.N.KEY", and "identity" becomes N + 1. The campaign is not finished
// any more.
NODISCARD bool store_restart(struct store *store, const struct restart *restart,
                             struct error *error);

// The number of the last block that a cell had before it was started anew, by cell; 0: it was not.
// *any if any was.
NODISCARD bool store_earlier(struct store *store, size_t cells, size_t *last, bool *any,
                             struct error *error);

// Blocks of an earlier identity of which something was executed.
NODISCARD bool store_earlier_blocks(struct store *store, size_t *blocks, struct error *error);
