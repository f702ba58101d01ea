// Custom metrics: a benchmark reports them by name.
#pragma once

#include "meters/meter.h"
#include "model/better.h"

// A meter in the arena; `name` and `unit` are borrowed. `scale` converts values that are reported
// without a unit to `unit`.
const struct meter *meter_custom(struct arena *arena, const char *name, const char *unit,
                                 double scale, enum better better);
