// Coordinates of what is simulated.
#include "simulate/simulation.h"

size_t simulation_cells(const struct simulation *simulation)
{
    return simulation->benchmarks * simulation->points;
}

struct place simulation_place(const struct simulation *simulation, size_t trial, size_t cell,
                              size_t side)
{
    return (struct place){.seed = seed_from_number(simulation->seed, trial),
                          .side = side,
                          .benchmark = cell / simulation->points,
                          .point = cell % simulation->points};
}
