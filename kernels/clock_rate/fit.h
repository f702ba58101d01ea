// The integer fit: the common unit that the times of several chains are whole multiples of.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FIT_CHAINS_MOST = 16, FIT_SMALLEST_MOST = 12 };

struct clock_fit {
    double unit;                       // the common unit, in the unit of the times
    uint64_t cycles[FIT_CHAINS_MOST];  // of each chain: its time in whole units
    double residuals[FIT_CHAINS_MOST]; // of each chain, in units: measured less fitted
    double worst_residual;             // the largest of them, without its sign
};

// Fits a unit to `count` times, at least two: the shortest is taken for 1, 2, ... units, the others
// for the next whole number of such units, and least squares through 0 give the unit. A finer unit
// lies closer to any times: it is taken only if the squares of the residuals, in units, fall
// fourfold. False if the times are no times, or one is further than 0.1 of a unit from its place.
// Whatever divides all the numbers of cycles cannot be known: chains of 2 and 4 cycles are 1 and 2
// units.
bool clock_fit(const double *times, size_t count, struct clock_fit *fit);
