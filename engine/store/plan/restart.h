// Restarting cells: their earlier measurements stay in the store, but count no more.
#pragma once

#include "store/facts.h"
#include "store/store.h"

// Cells whose fingerprint (machine, toolchain, revision, program, randomizers) has changed.
struct restart {
    const bool *cells; // by cell
    size_t cell_count;
    const struct stored_fact *facts; // the present fingerprint, whole keys
    size_t fact_count;
    const char *text; // of the event: which cells, when and why
};

// One transaction. At the N-th restart, N from 1, the cells' blocks of phase 0 and 1 move to phase
// 2 N and 2 N + 1, the pilot's answer for the cells is deleted, as are their identical variants,
// changed facts KEY of the fingerprint move to "was.N.KEY", and FACT_FINGERPRINT becomes N + 1.
// FACT_FINISHED is removed.
NODISCARD bool store_restart(struct store *store, const struct restart *restart,
                             struct error *error);

// By cell, the number of the last block before its restart; 0: it was not restarted. *any: some
// cell was.
NODISCARD bool store_earlier(struct store *store, size_t cells, size_t *last, bool *any,
                             struct error *error);

// Counts blocks of an earlier fingerprint in which something was executed.
NODISCARD bool store_earlier_blocks(struct store *store, size_t *blocks, struct error *error);
