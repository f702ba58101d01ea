// The phases of a campaign.
#pragma once

enum phase { PHASE_PILOT, PHASE_REAL };

// "pilot", "real".
static inline const char *phase_name(enum phase phase)
{
    return phase == PHASE_PILOT ? "pilot" : "real";
}
