// Units of time, as harnesses write them.
#pragma once

#include <stdbool.h>

// ps, ns, us, µs, ms, s, min or m, h or hr, d or day in seconds; false: none of them.
bool harness_unit(const char *unit, double *seconds);
