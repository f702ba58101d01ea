// Gaps of several variants in one line.
#pragma once

#include "base/text.h"
#include "spec/spec.h"

// Lines that differ only in the variant that they name, "variant 'x'", become one of "variants 'x'
// and 'y'".
struct text_list gaps_joined(struct arena *arena, const struct spec *spec,
                             const struct text_list *lines);
