// The layouts that a variant was measured in, and which may be missing.
#pragma once

#include "analysis/findings.h"

// Builds of a variant with layouts of their own behind its estimates; 0: layouts were not drawn, or
// most of them are alike.
size_t builds_with_layouts(const struct cell_findings *cell, size_t variant);

// "120 builds, 120 distinct layouts; layouts rarer than 9.5 % may be unseen in 30 builds"; NULL
// where builds have no known layouts.
const char *layouts_wording(struct arena *arena, const struct cell_findings *cell);
