// The outcome of a claim in words.
#include "report/wording/claims.h"

const char *claim_outcome_word(enum claim_outcome outcome)
{
    static const char *const words[] = {[CLAIM_INCONCLUSIVE] = "inconclusive",
                                        [CLAIM_SUPPORTED] = "supported",
                                        [CLAIM_REFUTED] = "refuted"};
    return words[outcome];
}

const char *claim_outcome_lead(enum claim_outcome outcome)
{
    static const char *const leads[] = {[CLAIM_INCONCLUSIVE] = "INCONCLUSIVE",
                                        [CLAIM_SUPPORTED] = "SUPPORTED",
                                        [CLAIM_REFUTED] = "REFUTED"};
    return leads[outcome];
}
