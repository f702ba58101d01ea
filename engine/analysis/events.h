// Events that name a benchmark and a variant.
#pragma once

#include "analysis/findings.h"

// "not randomized: benchmark 'sort', variant 'O3': why", taken apart.
struct event_place {
    const char *lead;                // "not randomized: ", or ""
    const char *benchmark, *variant; // of the catalogue; NULL: the event names none
    const char *rest;                // "why"; without a place the whole text
};

struct event_place event_place_of(struct arena *arena, const struct catalogue *catalogue,
                                  const char *text);
