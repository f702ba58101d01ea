// The benchmarks and variants for which a factor of the layout was drawn, or held fixed.
#pragma once

#include "store/facts.h"
#include "store/store.h"

// "all", "sort.O2, sort.O3", "none", from the facts "randomized." or "fixed.".
const char *factor_scope(struct arena *arena, const struct stored_fact *prepared_variants,
                         size_t count, const char *factor);
