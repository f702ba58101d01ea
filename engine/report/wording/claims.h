// The outcome of a claim in words.
#pragma once

#include "analysis/findings.h"

// "supported", "refuted", "inconclusive", as claims.csv has it.
const char *claim_outcome_word(enum claim_outcome outcome);

// The same in capitals, which leads a sentence.
const char *claim_outcome_lead(enum claim_outcome outcome);
