// The notes on all verdicts of a comparison.
#pragma once

#include "report/compare/comparison.h"

// The worst first, those of the frame among them. What several verdicts share is one note that
// names them, and the texts that differ only in numbers are one, too. Leaves out that the run was
// quick, which stands apart.
struct notes comparison_trust(struct arena *arena, const struct comparison_set *set,
                              const struct comparison_frame *frame);
