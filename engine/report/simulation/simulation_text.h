// The results of a simulation on a terminal.
#pragma once

#include "simulate/tally.h"

#include <stdio.h>

void simulation_text(const struct simulation *simulation, const struct tally *tally, FILE *out);
