// Writing the draws of builds and of executions.
#pragma once

#include "randomizers/randomizer.h"
#include "store/database.h"

// Writes draws under a key, whose columns come first in the statement; `draws` may be NULL.
NODISCARD bool write_draws(struct store *store, const char *sql, const struct bound *key,
                           size_t keys, const struct draws *draws, struct error *error);
