// Where a campaign's numbers come from: machine, source revision, program, what is not randomized.
#pragma once

#include "store/store.h"

// Stores the facts; `missing` are lines on factors that are not randomized.
NODISCARD bool origin_record(struct arena *arena, struct store *store, const struct spec *spec,
                             const struct text_list *missing, struct error *error);
