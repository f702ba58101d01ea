// A replayed build: its identity, and its samples beside the stored ones.
#pragma once

#include "replay/replay.h"
#include "report/model/document.h"
#include "report/model/record.h"

struct document *replay_document(struct arena *arena, const struct replay *replay,
                                 const struct replayed *replayed);

// With all samples, for programs.
struct record *replay_record(struct arena *arena, const struct replay *replay,
                             const struct replayed *replayed);
