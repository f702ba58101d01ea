// Transactions: what is written together.
#pragma once

#include "store/store.h"

// Ends the transaction that store_open() began.
void store_end_reading(struct store *store);

// store_begin() opens a transaction. store_end() commits it where `done` is true, else rolls it
// back; it returns whether all is committed, and then all is on the disk.
NODISCARD bool store_begin(struct store *store, struct error *error);
NODISCARD bool store_end(struct store *store, bool done, struct error *error);
// The same for small writes in quick succession: for 20 ms, at most until store_commit(), they
// share a transaction, and only one commit in a quarter of a second waits for the disk. Inside an
// open transaction they become part of it: what stands between store_join() and store_leave() is
// written as a whole.
NODISCARD bool store_join(struct store *store, struct error *error);
NODISCARD bool store_leave(struct store *store, bool done, struct error *error);

// A commit takes 0.1 ms, and 0.2 to 4 ms when it waits for the disk: an execution may take less.
enum { COMMIT_EVERY_NS = 20000000 };

// Commits all writes that wait; for use before anything that may take long.
NODISCARD bool store_commit(struct store *store, struct error *error);
