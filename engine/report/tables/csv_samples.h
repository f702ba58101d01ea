// samples.csv: every value, in the order of the plan.
#pragma once

#include "analysis/findings.h"
#include "model/phase.h"
#include "store/store.h"

#include <stdio.h>

// Without the warm-up of the pilot and without blocks that are still open.
NODISCARD bool csv_samples(struct store *store, const struct findings *findings, FILE *out,
                           struct error *error);
