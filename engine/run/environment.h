// A child's environment: exactly as many bytes as were drawn, whatever its values' lengths.
#pragma once

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXECUTION_PATH "/usr/local/bin:/usr/bin:/bin"

// The bytes (NULs counted) that the engine's constant part and the experiment's own "NAME=value"
// need at least; a drawn size below cannot be met. ${…} counts as written: the caller widens it.
size_t environment_least(char *const *own);

// The strings for execve(): constant part, where `samples` the harness's variable, the experiment's
// own (which win), padding. Their total, NULs counted, is `bytes`; 0 is the next multiple of 1024.
NODISCARD bool environment_make(struct arena *arena, char *const *own, bool samples, uint64_t bytes,
                                char ***environment, struct error *error);
