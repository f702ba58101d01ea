// Importing what benchmark harnesses wrote, for a report. docs/harnesses.md.
#pragma once

#include "store/store.h"

// Reads files, or folders of criterion, into an empty store_temporary(). Each is a variant with the
// name of its file, or of NAME=FILE; several of one name are executions of one variant. The first
// is the baseline. Mistakes are EXIT_USAGE.
NODISCARD bool import_harnesses(struct store *store, char *const *words, size_t count,
                                struct error *error);

// Is the word a file that a harness wrote, or NAME=FILE?
bool import_is_harness(const char *word);
