// Where a campaign's numbers come from: machine, source revisions, program, what is not randomized.
#pragma once

#include "dispatch/workbench.h"

// Stores the facts, the toolchains and revisions of the stations among them, and what was given up;
// `missing` are lines on factors that are not randomized.
NODISCARD bool origin_record(const struct workbench *workbench, const struct text_list *missing,
                             struct error *error);
