// Restoring the files in a journal.
#pragma once

#include "base/log.h"
#include "machine/tune/journal.h"

// Restores the files that have changed, the last one first, and returns their number in `*changed`.
// The journal then holds only the files that could not be restored, or is removed. It warns of
// those files, without the first `told`. The journal is locked and was read. EXIT_FAILED: a file is
// left.
NODISCARD bool journal_restore(struct journal *journal, size_t told, const struct log *log,
                               size_t *changed, struct error *error);
