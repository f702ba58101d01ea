// The reference of the experiment file: as JSON, in Markdown, as a manual page.
#pragma once

#include "base/arena.h"
#include "base/text.h"

// An array of keys, each with its path, value, range, default, example and help.
const char *reference_json(struct arena *arena);

// docs/experiment-file.md.
void reference_markdown(struct arena *arena, struct text *out);

// eswexp.yaml(5), in mdoc.
void reference_manual(struct arena *arena, struct text *out);
