// A comparison that ends when it is decided: its looks while it is measured (docs/method.md,
// "Looks").
#pragma once

#include "campaign/campaign.h"

// Stores the looks of a campaign that goes on until it is decided; its repetitions, the most that
// it may have, become those of the first look. Others keep theirs.
NODISCARD bool looks_begin(struct campaign *campaign, struct error *error);

// Says whether the planned repetitions decide the equivalence of a comparison, and if not, which
// change they detect and what time would decide it: `elapsed_s` so far and `real_s` for the planned
// ones.
NODISCARD bool looks_expect(struct campaign *campaign, double elapsed_s, double real_s,
                            struct error *error);

// Takes over the rules of the request. Adds looks to a comparison that has ended and is not
// decided, as many blocks as `seconds` hold (0: four times those there are), and plans the first.
// EXIT_USAGE: too few.
NODISCARD bool looks_continue(struct campaign *campaign, double seconds, struct error *error);

// After the last planned block: plans the blocks of the next look (*more), unless this was the last
// look, the budget is over, every verdict is clear, or an execution failed.
NODISCARD bool looks_look(struct campaign *campaign, bool *more, struct error *error);
