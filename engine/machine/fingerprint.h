// What machine this is, as /proc and /sys tell it; what they do not tell is said, never guessed.
#pragma once

#include "base/arena.h"

#include <stddef.h>

// One fact: its value, or why there is none.
struct machine_fact {
    const char *name;  // "cpu", "governor", …
    const char *value; // NULL: not available here
    const char *why;   // then the reason
};

struct machine_facts {
    struct machine_fact items[16];
    size_t count;
};

// Reads the facts below `root` ("" for this machine, a folder for a fake one).
struct machine_facts machine_fingerprint(struct arena *arena, const char *root);
