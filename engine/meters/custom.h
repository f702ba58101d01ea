// Metrics that are not eswexp's: a benchmark reports them by name.
#pragma once

#include "meters/meter.h"
#include "model/better.h"

// What a benchmark reports without a unit times `scale` is in `unit`. Lives in the arena; the texts
// are borrowed.
const struct meter *meter_custom(struct arena *arena, const char *name, const char *unit,
                                 double scale, enum better better);
