// Which function of one variant is which of another.
#pragma once

#include "build/layout/sections.h"

// Sets `symbol` and `unit` of each section: hashes of stable names. Those of the same name are told
// apart by the names of their objects, and by the order of the link.
void sections_identify(struct placed_sections *placed);
