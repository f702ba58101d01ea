// How a judged claim is shown.
#pragma once

#include "analysis/findings.h"
#include "model/verdict.h"

// "supported", "refuted", "undecided", as claims.csv has it.
const char *claim_outcome_word(enum claim_outcome outcome);

// "  SUPPORTED  ", all of one width.
const char *claim_outcome_lead(enum claim_outcome outcome);

// The verdict in whose colour it is shown.
enum verdict claim_outcome_verdict(enum claim_outcome outcome);
