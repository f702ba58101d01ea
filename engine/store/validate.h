// What must hold of a campaign's file before anything reads it, whoever wrote it.
#pragma once

#include "store/store.h"

// Takes from SQLite what a hostile file could use, and bounds the steps of statements by the size
// of the file until validate_end().
void validate_begin(struct store *store);
void validate_end(struct store *store);

// EXIT_USAGE where the file has other tables than a campaign's, or anything but tables.
NODISCARD bool validate_schema(struct store *store, struct error *error);

// EXIT_USAGE where the file is damaged, or a value is not what its column may hold: every id names
// a row, and every count, size and state is one. Needs all later tables, those that stand in, too.
NODISCARD bool validate_rows(struct store *store, struct error *error);
