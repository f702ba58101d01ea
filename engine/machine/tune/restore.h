// Putting back what a journal holds.
#pragma once

#include "base/log.h"
#include "machine/tune/journal.h"

// Writes back what is otherwise now, the last file first, and says how many in `*changed`; the
// journal then holds only those that could not be, or is gone. Of those a warning is given, but for
// the first `told`. Its lock is held, and it was read. EXIT_FAILED if any is left.
NODISCARD bool journal_restore(struct journal *journal, size_t told, const struct log *log,
                               size_t *changed, struct error *error);
