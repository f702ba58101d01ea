// The iterations of a pilot's executions: as planned, or as many as show where the warm-up ends.
#pragma once

#include "executor/local/attempts.h"

// Makes sure that the horizon of the first attempt's cell is known: the stored one, or the longest
// that probes of its variants (warmup_horizon_begin()) show, which is then stored. The probes are
// the first attempts of that block, with more iterations and for at most HORIZON_S; their samples
// are not used. An event tells of a variant that no probe shows to become steady. Other phases, and
// cells whose warm-up is not searched for, have no horizon. EXIT_INTERRUPTED: it is not known yet.
NODISCARD bool horizon_find(struct local_executor *executor, const struct attempt *attempts,
                            size_t count, struct error *error);
