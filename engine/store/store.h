// The store: one SQLite file a campaign, written between executions, read by everything after.
//
// It is in WAL mode: what a call acknowledges survives a crash of the program. Results of builds,
// and of executions that take less time than a commit, share a transaction; store_commit(), or the
// first result after 20 ms, acknowledges them. After another quarter of a second of measuring they
// are on the disk and survive a power cut. Others may read while one process writes.
//
// store/plan/ writes and continues the plan, store/executions.h and store/builds.h write what
// became of it, store/results/ reads it, store/chunk/ carries blocks to other machines,
// store/import/ takes samples that another program measured.
#pragma once

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct store;

// Creates the file `path` for writing; it must not exist, its folder must.
NODISCARD struct store *store_create(const char *path, struct error *error);
// Opens a finished or running campaign for reading. EXIT_USAGE: the file is missing, is no
// campaign's, has a newer format, or is not whole (store/validate.h). Files of earlier formats
// open, too; what they lack reads as unknown. Needs permission to read only, even of a log.
// Until the first write all is read as it was at one moment.
NODISCARD struct store *store_open(const char *path, struct error *error);
// The same for writing; a file of an earlier format gets the present one.
NODISCARD struct store *store_reopen(const char *path, struct error *error);
// Whether the file is an empty database: who created it was killed at once.
bool store_is_blank(const char *path);
// A store for writing that leaves no file behind; a large one spills to the temporary folder.
NODISCARD struct store *store_temporary(struct error *error);
// Leaves one file, campaign.db, without SQLite's log. NULL is allowed.
void store_close(struct store *store);
#define STORE_CLEANUP __attribute__((cleanup(store_cleanup)))
void store_cleanup(struct store **store);

// Writes the store to the file `path`, which must not exist. Equal stores give equal bytes.
NODISCARD bool store_copy(struct store *store, const char *path, struct error *error);

// Whether the file `path` was written after everything in the store.
bool store_older_than(const struct store *store, const char *path);
