// Everything ready before anything is measured: probes, programs, what cannot be randomized.
#pragma once

#include "dispatch/workbench.h"

// A station for every variant of every cell, its uses those of the file.
void stations_set(struct workbench *workbench);

// Probes every randomizer and compiles every distinct program; `missing` receives a line for each
// factor that is left out (allow_missing).
NODISCARD bool stations_prepare(struct workbench *workbench, struct text_list *missing,
                                struct error *error);
