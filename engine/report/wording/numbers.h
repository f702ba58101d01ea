// Numbers for people: units scaled, digits as the interval allows. Results live in the arena.
#pragma once

#include "base/arena.h"
#include "stats/ratio.h"

// How a unit is shown: value * factor, in `unit`.
struct scale {
    double factor;
    const char *unit;
};

// The scale in which `size` is below 1000: ns to s for seconds, B to GB for bytes, and the same per
// second. Other units stay.
struct scale scale_of(const char *unit, double size);

// The number of decimals that shows `digits` significant digits of `width`.
int decimals_for(double width, int digits);

// The number of decimals of a ratio: one digit of its half-width, of an exact one three of its
// change, at least 2.
int decimals_of_ratio(const struct ratio *ratio);

const char *fixed_number(struct arena *arena, double value, int decimals);

// "12.3 ms", "12.3" without a unit.
const char *with_unit(struct arena *arena, const char *number, const char *unit);

// "12.3 ms (at most 40.1 ms)", of an interval without a lower limit.
const char *at_most_wording(struct arena *arena, const char *value, const char *high,
                            const char *unit);

// "12 s", "6 min", "2.5 h".
const char *duration_wording(struct arena *arena, double seconds);

// The next larger budget as --budget takes it: "40s", "12min", "3h".
const char *budget_word(struct arena *arena, double seconds);

// "p = 0.031", "p < 0.001": a number, so that nobody takes it for an effect in percent.
const char *p_wording(struct arena *arena, double p);
