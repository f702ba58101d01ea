// An execution's result on its way into the store.
#pragma once

#include "store/database.h"

// A copy that owes nothing to the original.
void execution_copy(struct arena *memory, const struct stored_execution *execution,
                    struct stored_execution *own);

// Writes it, in a transaction that is open.
NODISCARD bool execution_write(struct store *store, const struct stored_execution *execution,
                               struct error *error);
