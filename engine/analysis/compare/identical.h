// Sides of identical code, which a comparison does not measure.
#pragma once

#include "store/results/catalogue.h"

// By cell and variant (cell * variants + variant): stored as identical to the cell's first variant.
NODISCARD bool identical_load(struct arena *arena, struct store *store, size_t cells,
                              size_t variants, bool **identical, struct error *error);
