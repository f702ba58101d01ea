// Reads the command line of Go's own linker.
#pragma once

#include "base/arena.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

// The list of packages of a recorded link, as lines "packagefile NAME=PATH".
#define GO_IMPORTS_ENDING ".imports"
enum { GO_IMPORTS_MOST = 64 << 20 };

// Is the program at this path Go's linker?
bool is_go_linker(const char *path);

// Build ids are "action/main action/main content/content": all but the last part, which the go
// command replaces after the link. NULL: it has no parts.
const char *go_lasting_part(struct arena *arena, const char *id, size_t length);

// That of the link with these arguments; NULL: it writes no build id.
const char *go_link_id(struct arena *arena, const struct text_list *arguments);

// The arguments for links that are repeated: without output, -s, and what depends on the go command
// that called the linker.
struct text_list go_repeatable(struct arena *arena, const struct text_list *arguments);

// The linker's argv for `output`: options count before the first input only.
struct text_list go_link_arguments(struct arena *arena, const char *linker, const char *output,
                                   const struct text_list *options,
                                   const struct text_list *arguments);

// Does it make a program, and not a library or plug-in? A position-independent one?
bool go_makes_program(const struct text_list *arguments);
bool go_is_independent(const struct text_list *arguments);
