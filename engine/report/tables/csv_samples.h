// samples.csv: every value, in the order of the plan.
#pragma once

#include "analysis/findings.h"
#include "model/phase.h"
#include "store/store.h"

#include <stdio.h>

// Leaves out the warm-up of the pilot and incomplete blocks.
NODISCARD bool csv_samples(struct store *store, const struct findings *findings, FILE *out,
                           struct error *error);
