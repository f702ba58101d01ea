// Variants that are built as the project's own link makes them, beside the same program's variant
// that gets layouts: they explain a comparison and are no sides of it.
#pragma once

#include "store/results/catalogue.h"

#include <stdint.h>

// By cell and variant (cell * variants + variant): the variant of the same program that gets
// layouts, or SIZE_MAX. NULL: no variant has one.
NODISCARD bool as_built_load(struct arena *arena, struct store *store,
                             const struct catalogue *catalogue, const size_t **laid_out,
                             struct error *error);

// Whether it is one of them, in any cell. `laid_out` may be NULL.
bool is_as_built(const size_t *laid_out, const struct catalogue *catalogue, size_t variant);

// The variant as built of a cell's variant; SIZE_MAX: none.
size_t as_built_of(const size_t *laid_out, const struct catalogue *catalogue, size_t cell,
                   size_t variant);
