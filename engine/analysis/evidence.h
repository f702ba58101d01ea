// What a reviewer asks of every series: did it warm up, are its values independent, what disturbed
// it (METHOD, Steady state and independence).
#pragma once

#include "analysis/findings.h"

// Sets findings->evidence: one for each estimate, in the same order. The work is bounded whatever
// the number of samples and cells: then fewer shuffles are made, and fewer executions looked at.
NODISCARD bool evidence_load(struct arena *arena, struct store *store, struct findings *findings,
                             struct error *error);
