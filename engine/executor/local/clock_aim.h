// Whether a program runs until a clock says so, whatever its code does: a trial tries it.
#pragma once

#include "executor/executor.h"
#include "executor/local/attempts.h"

struct local_executor;

// What the executions of a trial may still take for this; shared by all variants.
struct clock_aim_allowance {
    double left_s;
    double doubtful_s; // more for programs that print a time, or that a pair makes suspect
};

// Executes the attempt again as on a CPU that is four times slower, by wall time and by CPU time:
// work that is fixed takes the same CPU time, a program that aims at a time gets less. Sets
// tried->follows_clock and clock_aim; leaves them NULL where that is not known: no metric follows
// the process, it is too short, waits most of the time, ends otherwise than before, or costs more
// than is left. A program that prints a time is then suspected.
NODISCARD bool clock_aim_try(struct local_executor *executor, struct arena *scratch,
                             const struct attempt *attempt, struct clock_aim_allowance *allowance,
                             struct tried *tried, struct error *error);
