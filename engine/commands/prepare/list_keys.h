// eswexp list keys, schema, manual and reference: the experiment file by its own tables.
#pragma once

#include "base/arena.h"

#include <stdbool.h>

// Prints the list of that name; false: there is none.
bool list_reference(struct arena *arena, const char *name, bool json);
