// Draws the order in which a linked program's shared libraries are loaded.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

#include <signal.h>
#include <stdint.h>

// The program to change and how its loader is asked. All borrowed.
struct library_order {
    const char *program;
    const char *folder; // of its executions
    uint64_t seed;
    bool differs;             // an order other than that of the link must be possible
    const char *library_path; // LD_LIBRARY_PATH of its executions, or NULL
    double timeout_s;
    const volatile sig_atomic_t *stop; // or NULL
};

// Writes a drawn order of the program's DT_NEEDED entries, with which each symbol comes from the
// library that it came from before, and appends the names in that order to `names`. It stays as
// linked if no other order has been found.
NODISCARD bool libraries_arrange(struct arena *arena, const struct library_order *wanted,
                                 struct text_list *names, struct error *error);
