// The journal of --tune: the previous text of changed files, on the disk until they are restored.
//
// There is one for each machine and user: /run/eswexp/tuned-HOST for root, else tuned-HOST in
// $XDG_STATE_HOME/eswexp or ~/.local/state/eswexp; below another machine root (ESWEXP_MACHINE_ROOT)
// run/eswexp/tuned-HOST, for every user. Its lock is beside it; the process that changed or
// restores the files holds the lock as long as it lives.
#pragma once

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct saved_file {
    const char *path; // below the root
    const char *bytes;
    size_t length;
};

struct journal {
    struct arena *arena;
    const char *root, *path;
    int lock;  // -1: not held
    bool held; // by another process
    struct saved_file *files;
    size_t count;
};

// The journal of the machine at `root`, not read yet.
struct journal journal_of(struct arena *arena, const char *root);

// For a user who is not root: the path of root's journal if it exists; else NULL.
const char *journal_of_another(struct arena *arena, const char *root);

// Whether the journal exists; every start of the program asks this.
bool journal_is_there(const struct journal *journal);

// Takes the lock, without waiting. EXIT_UNFIT: another process has it.
NODISCARD bool journal_lock(struct journal *journal, struct error *error);

// Reads the journal; a missing one is empty. A journal that is older than the last start of the
// machine is `*outdated` and empty, because the start has reset all settings. EXIT_UNFIT: it cannot
// be trusted (it belongs to another user, others may write it, it is no regular file), is not
// whole, or names a file that belongs to no knob.
NODISCARD bool journal_read(struct journal *journal, bool *outdated, struct error *error);

// Writes the journal with its files, on the disk when this returns; without files it removes it.
NODISCARD bool journal_write(const struct journal *journal, struct error *error);

// Releases the lock.
void journal_close(struct journal *journal);
