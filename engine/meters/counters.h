// Counters of perf_event_open(2) as meters: why one cannot be had, in plain words.
#pragma once

#include "meters/meter.h"

// Of the errno of a refusal; `paranoid` is the machine's perf_event_paranoid, -1 if it says none,
// `most` the highest that would allow it. NULL: no refusal (0).
const char *counter_refusal(struct arena *arena, int number, int paranoid, int most);

// Was the kernel's part left out of its hardware counters?
bool counts_user_code_alone(const struct observation *observation);
