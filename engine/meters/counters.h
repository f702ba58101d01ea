// Counters of perf_event_open(2) as meters.
#pragma once

#include "meters/meter.h"

// A clause for the user why the kernel refused a counter with errno `number`; NULL for 0.
// `paranoid` is the machine's perf_event_paranoid (-1: unknown), `most` the highest value that
// permits it.
const char *counter_refusal(struct arena *arena, int number, int paranoid, int most);

// Do the hardware counters of this execution exclude kernel code?
bool counts_user_code_alone(const struct observation *observation);
