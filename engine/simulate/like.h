// A world like that of a stored campaign.
#pragma once

#include "simulate/simulation.h"
#include "store/store.h"

// Takes counts, costs and the variances of both sides from the first cell and metric of a campaign:
// its baseline and its next variant. Variances are those of the real experiment, or of the pilot
// where that alone repeated every level. What the blocks of both sides have in common is shared.
// Executions stand for builds where nothing is built. Fails with EXIT_USAGE if there is no such
// cell.
NODISCARD bool simulation_like(struct simulation *simulation, struct store *store,
                               struct error *error);
