// Reads flags of the go command.
#pragma once

#include "base/arena.h"
#include "base/text.h"

// Fields are separated by blanks; one that begins with a quote ends with the next such quote.
struct text_list go_fields(struct arena *arena, const char *text);

// The command line of the last -toolexec of GOFLAGS, or NULL.
const char *go_user_tool(struct arena *arena, const char *flags);
