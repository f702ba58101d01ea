// Tests whether randomizers can change a program's layout, and how long a layout takes.
#pragma once

#include "build/program.h"

// Draws one layout and links it. The error names the factor and the remedy. To be called for each
// use after program_prepare(); a use with allow_missing that fails is left out and recorded as not
// randomized.
NODISCARD bool program_probe(struct program *program, const struct randomizer_use *use,
                             struct error *error);

// The same for all uses at once, in a single link: where links take long, they take most of the
// time before the first figure. False, without a reason: probe them one by one.
bool program_probe_all(struct program *program, const struct randomizer_use *uses, size_t count);

// The programs that the last probe linked and the duration of these links; without a probe, first
// links them without a layout.
struct trial_link {
    const char *binary; // of program_output(), in the arena of the call
    double seconds;
};
NODISCARD bool program_trial(struct program *program, struct arena *arena, struct trial_link *link,
                             struct error *error);
