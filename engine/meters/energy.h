// The RAPL counters that a meter of energy reads.
#pragma once

#include "machine/rapl.h"
#include "meters/meter.h"

// False if it is no meter of energy.
bool energy_part(const struct meter *meter, enum rapl_part *part);
