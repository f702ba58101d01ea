// The last of what a program said, fit for a terminal.
#pragma once

#include "base/arena.h"

#include <stddef.h>

// At most `lines` lines and `bytes` bytes from the end of `said`, without the last line's end;
// control characters, NUL among them, are '?'.
char *tail_of(struct arena *arena, const char *said, size_t length, size_t lines, size_t bytes);
