// Objects that move what is linked behind them to its offset.
#pragma once

#include "build/linkers/rendering.h"

// Source of the pad objects of a layout: the sections ".text.eswpad.N" and the like stand before
// the sections N.
const char *render_pads(struct arena *arena, const struct layout *layout);
