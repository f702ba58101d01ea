// Values of the benchmarks of a suite in one execution.
#pragma once

#include "executor/local/attempts.h"

// The series of each meter and benchmark that has samples, as they are stored; in the arena.
struct stored_series *suite_series(const struct local_executor *executor, struct arena *arena,
                                   const struct observation *observation, size_t *count);

// Warns of benchmarks without samples, once for each, and stores why they have none.
NODISCARD bool suite_warn(struct local_executor *executor, struct arena *scratch,
                          const struct attempt *attempt, const struct suite *suite,
                          struct error *error);
