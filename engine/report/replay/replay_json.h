// A replayed build as one JSON object, with all samples.
#pragma once

#include "replay/replay.h"

#include <stdio.h>

NODISCARD bool replay_json(const struct replay *replay, const struct replayed *replayed, FILE *out,
                           struct error *error);
