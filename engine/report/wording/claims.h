// The outcome of a claim in words.
#pragma once

#include "analysis/findings.h"
#include "model/verdict.h"

// "supported", "refuted", "inconclusive", as claims.csv has it.
const char *claim_outcome_word(enum claim_outcome outcome);

// "  SUPPORTED     ", all of one width.
const char *claim_outcome_lead(enum claim_outcome outcome);

// The verdict that has the same colour.
enum verdict claim_outcome_verdict(enum claim_outcome outcome);
