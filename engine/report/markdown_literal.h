// Names in Markdown.
#pragma once

#include "base/arena.h"

// A name escaped so that GitHub's Markdown shows it literally, also in a table: no mark, tag,
// entity or formula; nobody is mentioned and nothing linked.
const char *markdown_literal(struct arena *arena, const char *name);
