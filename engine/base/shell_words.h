// Words of a command line, as a shell reads them.
#pragma once

#include "base/error.h"
#include "base/text.h"

// Handles quotes and backslashes; expands nothing. An open quote or an unquoted shell operator
// (| & ; < > ( ) `) is EXIT_USAGE.
NODISCARD bool text_split_words(struct arena *arena, const char *line, struct text_list *words,
                                struct error *error);

// A word as a shell reads it back: in single quotes if it needs them.
const char *text_as_word(struct arena *arena, const char *word);
