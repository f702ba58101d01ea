// The message of a tool that failed: errors first, long lines cut.
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

enum { COMPLAINT_LINE = 200 }; // most bytes of a line

// `text` up to a blank within the first `most` bytes, with "…" where something is left out.
const char *cut_at_word(struct arena *arena, const char *text, size_t most);

struct complaint {
    const char *text; // without a final newline; safe for a terminal
    bool whole;       // nothing is left out
};

// A short output whole; of a longer one the lines in which compilers and linkers name errors, then
// its last lines.
struct complaint complaint_of(struct arena *arena, const char *output, size_t length);
