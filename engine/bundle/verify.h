// Does a bundle hold what was measured?
#pragma once

#include "bundle/bundle.h"

// Builds the programs from the bundle, at the same path as `spec`'s own, and compares them and the
// files in commands with the fingerprint in the store. EXIT_USAGE, with their names, if they
// differ.
NODISCARD bool bundle_verify(const struct bundle *bundle, const struct spec *spec,
                             struct store *store, struct error *error);
