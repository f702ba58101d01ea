// The claims of the experiment file, judged by intervals.
#pragma once

#include "analysis/estimate/estimates.h"

enum claim_outcome { CLAIM_INCONCLUSIVE, CLAIM_SUPPORTED, CLAIM_REFUTED };

struct claim;

// What an interval says about a claim: whether all of it, or none, is as the claim has it.
enum claim_outcome claim_outcome_of(const struct claim *claim, double low, double high);

struct judged_claim {
    const char *text; // as written
    enum claim_outcome outcome;
    const char *reason; // "speedup of O3 is 1.07 [1.05, 1.09]", with the cell that decides
};

struct judged_claims {
    const struct judged_claim *items; // in the file's order
    size_t count;
};

// Judges the facts "claim.1", "claim.2" … of the store; claim_parse() reads their syntax. A claim
// on a cell, variant or metric without measurements, or of an unfinished campaign, is inconclusive,
// and its reason says so. If `quick`, reasons mention the quick run. Everything lives in the arena.
NODISCARD bool claims_judge(struct arena *arena, struct store *store,
                            const struct estimates *estimates, bool quick,
                            struct judged_claims *judged, struct error *error);
