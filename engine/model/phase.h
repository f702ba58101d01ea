// The phases of a campaign.
#pragma once

enum phase { PHASE_PILOT, PHASE_REAL };
