// Splits a command line into words as a shell does, without a shell.
#pragma once

#include "base/error.h"
#include "base/text.h"

// Handles quotes and backslashes; expands nothing. An open quote or an unquoted shell operator
// (| & ; < > ( ) `) is EXIT_USAGE.
NODISCARD bool text_split_words(struct arena *arena, const char *line, struct text_list *words,
                                struct error *error);
