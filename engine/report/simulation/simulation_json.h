// The results of a simulation as one JSON object.
#pragma once

#include "simulate/tally.h"

#include <stdio.h>

NODISCARD bool simulation_json(const struct simulation *simulation, const struct tally *tally,
                               FILE *out, struct error *error);
