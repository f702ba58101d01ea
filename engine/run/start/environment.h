// A child's environment, padded to exactly the drawn number of bytes. docs/layouts.md,
// "Environment and stack".
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "model/address_layout.h"
#include "run/start/preload.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The padding is the last variable, and has a name: its least length without its NUL, and how much
// longer it is at least if the heap is moved.
enum {
    ENVIRONMENT_PADDING_LEAST = sizeof PRELOAD_VARIABLE "=" - 1,
    ENVIRONMENT_HEAP_DIGITS = PRELOAD_BYTES_DIGITS + PRELOAD_SEED_DIGITS + PRELOAD_BLOCKS_DIGITS +
                              PRELOAD_CHILDREN_DIGITS,
};

#define EXECUTION_PATH "/usr/local/bin:/usr/bin:/bin"

// The least number of bytes (with NULs) for the engine's constant part and the experiment's own
// "NAME=value"; a drawn size must not be smaller. ${…} counts as written: the caller widens it.
// Of the layout counts what it sets, not its numbers: the library that moves the heap lies at a
// path of 160 bytes at least.
size_t environment_least(char *const *own, const struct address_layout *layout);

// The strings for execve(): constant part, the harness's variable (if `samples`), seeds of hash
// functions, the experiment's own variables (which replace earlier ones), the library that moves
// the heap, and padding. Their total with NULs is the drawn size; if none is drawn, a multiple of
// 1024. Neither their total nor their number depends on the heap.
NODISCARD bool environment_make(struct arena *arena, char *const *own, bool samples,
                                const struct address_layout *address_layout, char ***environment,
                                struct error *error);
