// Variants that are built as the project's own link makes them.
#pragma once

#include "executor/local/prepare/prepare.h"

// Adds to the executor's gaps if the build changes the program after its link.
void as_built_note(const struct prepared_variant *prepared, struct executor *executor);
