// Recording which functions of the sides differ, and saying so before anything is measured.
#pragma once

#include "executor/executor.h"

// A line for each pair of variants that were compared.
void functions_tell(const struct executor *executor);

// Stores the facts of all that were compared.
NODISCARD bool functions_record(const struct executor *executor, struct store *store,
                                struct error *error);

// Stores them anew, where they were compared before.
NODISCARD bool functions_restart(const struct executor *executor, struct store *store,
                                 struct error *error);
