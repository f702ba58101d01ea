// Validation: what must hold for a campaign's file, whoever wrote it, before anything reads it.
#pragma once

#include "store/store.h"

// Disables the features of SQLite that a hostile file could use. Until validate_end() it also
// limits the steps of statements in proportion to the size of the file.
void validate_begin(struct store *store);
void validate_end(struct store *store);

// Of a statement that failed: EXIT_USAGE, unless the error is the machine's, as that of a disk.
// Returns false.
bool validate_failure(const struct store *store, struct error *error);

// EXIT_USAGE: the file has other tables than a campaign's, or other objects than tables.
NODISCARD bool validate_schema(struct store *store, struct error *error);

// EXIT_USAGE: the file is damaged, or a value is not what its column may hold: an id that names no
// row, a count or size out of its range, an unknown state. The later tables must exist, be they
// temporary.
NODISCARD bool validate_rows(struct store *store, struct error *error);
