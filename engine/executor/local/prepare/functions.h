// Which functions of the variants' programs differ, before anything is measured.
#pragma once

#include "executor/local/prepare/prepare.h"

// Compares the program of each variant with that of its cell's first. Fills the executor's
// `functions`, and its gaps where that is not possible. Fails if the machine does: a resumed
// campaign compares again.
bool functions_find(const struct prepared_variants *variants, struct executor *executor,
                    struct error *error);
