// The knobs of --tune: which files it may set, and to what.
#pragma once

#include "base/arena.h"

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>

// The CPUs that are measured, and the others.
struct knob_scope {
    const char *root;
    cpu_set_t measured;
    cpu_set_t idle;   // their siblings that nothing else needs
    cpu_set_t others; // where interrupts may go; empty: nowhere else
};

struct knob {
    const char *name;
    const char *pattern; // of its files, below the root; '#' is a number
    const char *quiet;   // what it is set to, for people
    const char *why;
    bool bound; // it concerns the measured CPUs, not the whole machine
    // The word to write to a file that reads `now`, its setting without brackets and line end;
    // NULL: it stays as it is. `number` is what '#' stands for.
    const char *(*wanted)(struct arena *arena, const struct knob_scope *scope, size_t number,
                          const char *now);
};

// In the order of writing; restoring goes backwards. Ends with an empty entry. ASLR is no knob:
// each child has its own (randomize: in the experiment file).
enum { KNOBS_MOST = 16 };
extern const struct knob knobs[];

// Reads the topology of the measured CPUs. A sibling is not idle if it is measured itself, or if
// without it only measured CPUs would be left.
struct knob_scope knob_scope(struct arena *arena, const char *root, const cpu_set_t *measured);

// The setting in a file's text: the word in brackets, else the first line.
char *knob_setting(struct arena *arena, const char *text);

// Whether some knob has such a file; then `*number` is what '#' stands for (0: no '#').
bool knob_matches(const struct knob *knob, const char *path, size_t *number);
bool knob_knows(const char *path);
