// What is written together.
#pragma once

#include "store/database.h"

// All that `done` covers, or nothing: commits if it is true, else rolls back; returns whether it is
// committed.
NODISCARD bool store_begin(struct store *store, struct error *error);
NODISCARD bool store_end(struct store *store, bool done, struct error *error);
// The same for small writes in quick succession: they share a transaction for some milliseconds, at
// most until store_commit(), and the disk is waited for every quarter of a second. Within a
// transaction that is open already they are part of that one.
NODISCARD bool store_join(struct store *store, struct error *error);
NODISCARD bool store_leave(struct store *store, bool done, struct error *error);
