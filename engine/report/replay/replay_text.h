// A replayed build as text: its identity, and its samples beside the stored ones.
#pragma once

#include "replay/replay.h"

#include <stdio.h>

void replay_text(const struct replay *replay, const struct replayed *replayed, FILE *out);
