// Writing the experiment: its facts, axes, cells and variants.
#pragma once

#include "spec/spec.h"
#include "store/store.h"

// To be called once for a store.
NODISCARD bool store_spec(struct store *store, const struct spec *spec, struct error *error);
