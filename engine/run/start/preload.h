// The library that moves the heap of a program that preloads it.
#pragma once

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>

// Where the library finds its numbers: at the begin of the variable that pads the environment, as
// hexadecimal digits of fixed width, so that their values do not move the stack.
#define PRELOAD_VARIABLE "ESWEXP_PADDING"
enum {
    PRELOAD_BYTES_DIGITS = 8,
    PRELOAD_SEED_DIGITS = 16,
    PRELOAD_BLOCKS_DIGITS = 2,
    PRELOAD_CHILDREN_DIGITS = 1, // 1: the kernel randomizes the addresses of children
};

// The path of the library. The error says why LD_PRELOAD cannot name it.
NODISCARD bool preload_path(struct arena *arena, char **path, struct error *error);
// The same error alone; NULL: LD_PRELOAD can name it.
const char *preload_error(struct arena *arena);

// Why the program or script at `path` loads no library that LD_PRELOAD names ("is linked
// statically"), or NULL. Of a script this is said of its interpreter.
const char *preload_refusal(const char *path);

// Whether the kernel gives the program at `path` the rights of its owner, its group or its
// capabilities: then it runs with its own addresses, and tracing takes these rights from it.
bool program_has_more_rights(const char *path);
