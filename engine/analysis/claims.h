// What the author claims, judged by the intervals.
#pragma once

#include "analysis/findings.h"

// `engine/spec/expression/claim.h` parses them; the store has them as facts "claim.1", "claim.2" … (text).
// Sets findings->claims. A claim that names what was not measured is undecided, and says so.
NODISCARD bool claims_judge(struct arena *arena, struct store *store, struct findings *findings,
                            struct error *error);
