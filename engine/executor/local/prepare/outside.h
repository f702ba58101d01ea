// Files that builds write outside of their own folders.
#pragma once

#include "executor/local/prepare/prepare.h"

// Fails if the build of the variant at `index` replaced a file that an earlier variant runs or
// loads: that one would be measured with it.
NODISCARD bool outside_check(const struct prepared_variants *variants, size_t index,
                             struct error *error);
