// The overhead of reading a clock, as a share of a sample, in words.
#include "report/wording/clocks.h"

// Shares of a sample: no note below the first, no advice up to the second.
static const double SHARE_SAID = 0.001, SHARE_MOST = 0.01;

void note_clocks(struct notes *notes, const struct findings *findings)
{
    for (size_t i = 0; i < findings->clock_count; i++) {
        const struct clock_fact *clock = &findings->clocks[i];
        double share = clock_share(clock);
        bool much = share > SHARE_MOST;
        if (share >= SHARE_SAID)
            notes_add(notes, much ? NOTE_CLOCK_OVERHEAD : NOTE_DETAIL,
                      "clock %s (%s): %.3g ns steps, %.3g ns a reading: at most %.*g %% of a "
                      "sample%s",
                      clock->name, clock->reason, clock->step_ns, clock->reading_ns,
                      share < 0.995 ? 2 : 3, 100 * share,
                      much ? ": a longer body, or repeat.minimum_time, lowers it" : "");
    }
}
