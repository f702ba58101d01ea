// A JSON Schema of the experiment file, for editors.
#pragma once

#include "base/arena.h"

// The schema (draft 7) as text. It refuses what the tables alone show to be a mistake; names, files
// and what several keys must agree on are left to `eswexp check`.
const char *reference_schema(struct arena *arena);
