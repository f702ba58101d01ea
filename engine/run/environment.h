// A child's environment, padded to exactly the drawn number of bytes. docs/layouts.md,
// "Environment and stack".
#pragma once

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXECUTION_PATH "/usr/local/bin:/usr/bin:/bin"

// The least number of bytes (with NULs) for the engine's constant part and the experiment's own
// "NAME=value"; a drawn size must not be smaller. ${…} counts as written: the caller widens it.
size_t environment_least(char *const *own);

// The strings for execve(): constant part, the harness's variable (if `samples`), the experiment's
// own variables (which replace earlier ones) and padding. Their total with NULs is `bytes`; 0 means
// the next multiple of 1024.
NODISCARD bool environment_make(struct arena *arena, char *const *own, bool samples, uint64_t bytes,
                                char ***environment, struct error *error);
