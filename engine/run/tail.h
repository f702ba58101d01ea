// The last lines of a program's output, safe for a terminal.
#pragma once

#include "base/arena.h"

#include <stddef.h>

// At most `lines` lines and `bytes` bytes from the end of `output`, without the last newline;
// control characters, including NUL, become '?'.
char *tail_of(struct arena *arena, const char *output, size_t length, size_t lines, size_t bytes);
