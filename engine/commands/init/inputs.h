// Which files of a tree a command opens while it runs.
#pragma once

#include "base/arena.h"
#include "base/text.h"

#include <stdbool.h>

// Files that were there before the command ran, without programs, libraries and scripts that run.
struct inputs {
    struct text_list paths; // from the tree
    bool is_known;          // false: the kernel lost count, or watches no more folders
};

struct inputs_watch;

// Watches all folders of the tree; NULL: the kernel watches no more folders.
struct inputs_watch *inputs_begin(struct arena *arena, const char *tree);

// Ends the watch, which may be NULL, and says what was opened since.
struct inputs inputs_end(struct inputs_watch *watch);

// Is it a program, a library, or a script that may be executed?
bool input_is_code(const char *path);
