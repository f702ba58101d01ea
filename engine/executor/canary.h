// The canary between blocks: work that is always the same, on the CPUs of the measurement, shows
// what the machine itself did meanwhile.
#pragma once

#include "executor/local_executor.h"

// A block of the cell has ended, its build has the id given, and it was measured for `measured_s`.
// Looks at the machine if that is due and nobody waits for the end. That it cannot be done is told
// once; false: it cannot be stored.
NODISCARD bool canary_probe(struct local_executor *executor, size_t cell, int64_t build,
                            double measured_s, struct error *error);

// Whether a look costs a hundredth at most of what was measured since the last, and ends in time.
bool canary_is_due(const struct canary_watch *canary, const struct deadline *deadline);

// One was made and took so long, all in all.
void canary_probed(struct canary_watch *canary, double took_s);
