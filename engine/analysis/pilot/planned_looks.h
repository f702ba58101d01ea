// Planning the looks of a comparison that ends when it is decided (docs/method.md, "Looks").
#pragma once

#include "analysis/estimate/looks.h"

// Of the α of a verdict, what the looks within the first budget may spend.
static const double LOOKS_SHARE = 0.8;

// What a continuation of looks that have spent `share` may spend with them: half of the rest. In
// all that is less than 1, or 1.25 where the campaign was begun with one look, which spent 1.
double continued_share(double share);

// Appends looks to those of a campaign (none: all NULL) up to `most` blocks by cell, and makes the
// first of them current. What all may spend is `share`; each of the new ones has 1.5 times the data
// of the one before, the first at least 20 blocks, or a quarter more than the last had. They lie in
// the arena.
struct looks looks_plan(struct arena *arena, const struct looks *looks, const size_t *most,
                        size_t cells, double share);
