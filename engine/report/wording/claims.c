// The outcome of a claim in words.
#include "report/wording/claims.h"

#include "model/verdict.h"

const char *claim_outcome_word(enum claim_outcome outcome)
{
    static const char *const words[] = {[CLAIM_INCONCLUSIVE] = "inconclusive",
                                        [CLAIM_SUPPORTED] = "supported",
                                        [CLAIM_REFUTED] = "refuted"};
    return words[outcome];
}

const char *claim_outcome_lead(enum claim_outcome outcome)
{
    static const char *const leads[] = {[CLAIM_INCONCLUSIVE] = "  INCONCLUSIVE  ",
                                        [CLAIM_SUPPORTED] = "  SUPPORTED     ",
                                        [CLAIM_REFUTED] = "  REFUTED       "};
    return leads[outcome];
}

enum verdict claim_outcome_verdict(enum claim_outcome outcome)
{
    static const enum verdict verdicts[] = {[CLAIM_INCONCLUSIVE] = VERDICT_INCONCLUSIVE,
                                            [CLAIM_SUPPORTED] = VERDICT_FASTER,
                                            [CLAIM_REFUTED] = VERDICT_SLOWER};
    return verdicts[outcome];
}
