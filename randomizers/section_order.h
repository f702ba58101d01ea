// Orders sections by keys that belong to symbols.
#pragma once

#include "model/layout.h"

// Orders the sections of each kind by keys hashed from `seed` and their symbols, or their objects,
// so that variants have what they share in one order. Kinds follow each other.
void sections_order(struct section *sections, size_t count, uint64_t seed, bool by_object);
