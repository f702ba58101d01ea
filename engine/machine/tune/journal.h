// What files of the kernel held before they were changed, on the disk until they hold it again.
//
// One for each machine and user: /run/eswexp/tuned-HOST for root, else tuned-HOST in
// $XDG_STATE_HOME/eswexp or ~/.local/state/eswexp; of a fake machine (ESWEXP_MACHINE_ROOT)
// run/eswexp/tuned-HOST below its root, whoever the user is. Beside it is its lock, which who
// changed the files holds as long as it lives, and who restores them.
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

// The journal of the machine at `root`, not looked at yet.
struct journal journal_of(struct arena *arena, const char *root);

// Of a user who is not root: the path of the journal that root keeps, if it keeps one; else NULL.
const char *journal_of_another(struct arena *arena, const char *root);

// Whether there is one: what each start of the program costs.
bool journal_is_there(const struct journal *journal);

// Takes the lock, without waiting. EXIT_UNFIT: another process has it.
NODISCARD bool journal_lock(struct journal *journal, struct error *error);

// Reads what it holds; nothing where there is none. One of before the machine was started is
// `*outdated`, and holds nothing: what it would restore went with the start. EXIT_UNFIT: it is not
// to be trusted (not this user's own, others may write it, no regular file), not whole, or names a
// file that is no knob's.
NODISCARD bool journal_read(struct journal *journal, bool *outdated, struct error *error);

// Makes it hold just its files, on the disk when this returns; without any there is none.
NODISCARD bool journal_write(const struct journal *journal, struct error *error);

// Releases the lock.
void journal_close(struct journal *journal);
