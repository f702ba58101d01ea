// Units of time, as harnesses write them.
#pragma once

#include <stdbool.h>

// ns, us, µs, ms, s, min, h, d in seconds; false: none of them.
bool harness_unit(const char *unit, double *seconds);
