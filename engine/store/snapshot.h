// A campaign's file that SQLite cannot read where it lies, as a copy of our own.
#pragma once

#include "base/arena.h"
#include "base/error.h"

// SQLite keeps an index of a log beside the file. Where that may not be written, the log of a
// killed campaign and a file in WAL mode cannot be read. Copies the file `path` with its logs into
// a temporary folder, which the caller removes; `copy` is the path of the copy. EXIT_USAGE: another
// process is writing it.
NODISCARD bool snapshot_make(struct arena *arena, const char *path, char **folder,
                             const char **copy, struct error *error);
