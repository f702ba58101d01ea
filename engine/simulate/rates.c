// Names of rates, and counting them.
#include "simulate/rates.h"

const struct rate_form rate_forms[RATES] = {
    [RATE_MEAN] = {"mean", "interval of a mean holds", RATE_COVERAGE},
    [RATE_MEAN_HERE] = {"mean_of_campaign", "the same, of this campaign", RATE_COVERAGE},
    [RATE_RATIO] = {"ratio", "interval of a ratio holds", RATE_COVERAGE},
    [RATE_RATIOS] = {"ratios", "all ratios of a comparison hold", RATE_COVERAGE},
    [RATE_OVERALL] = {"overall", "interval of the overall ratio holds", RATE_COVERAGE},
    [RATE_SHARE_ITERATION] = {"share_iteration", "interval of share(iteration) holds",
                              RATE_COVERAGE},
    [RATE_SHARE_EXECUTION] = {"share_execution", "interval of share(execution) holds",
                              RATE_COVERAGE},
    [RATE_SHARE_BUILD] = {"share_build", "interval of share(build) holds", RATE_COVERAGE},
    [RATE_SUMMARY] = {"summary", "interval of the summary holds", RATE_COVERAGE},
    [RATE_SUMMARY_RATIO] = {"summary_ratio", "interval of the summaries' ratio holds",
                            RATE_COVERAGE},
    [RATE_FALSE_ALONE] = {"false_alone", "a ratio alone is falsely faster or slower", RATE_ERROR},
    [RATE_FALSE_FAMILY] = {"false_family", "a comparison names any falsely", RATE_ERROR},
    [RATE_FALSE_EQUAL] = {"false_equal", "a change is falsely called equal", RATE_ERROR},
    [RATE_DETECTED] = {"detected", "a change is called faster or slower", RATE_POWER},
    [RATE_DETECTABLE] = {"detectable", "the stated detectable change is called slower", RATE_POWER},
    [RATE_EQUAL] = {"equal", "no change is called equal", RATE_POWER},
    [RATE_CLAIM_ABOVE] = {"claim_above", "a claim ratio > R, R the truth, is supported",
                          RATE_CLAIM},
    [RATE_CLAIM_BELOW] = {"claim_below", "a claim ratio < R, R the truth, is supported",
                          RATE_CLAIM},
    [RATE_CLAIM_SHARE] = {"claim_share", "a true claim share(iteration) <= S is refuted",
                          RATE_CLAIM},
    [RATE_PRECISION] = {"precision", "an interval keeps the precision", RATE_POWER},
    [RATE_WARMUP] = {"warmup", "the pilot finds the whole warm-up", RATE_POWER},
    [RATE_CAUTION] = {"caution", "a ratio's blocks are said to depend", RATE_POWER},
    [RATE_CAUTION_OF_MISSES] = {"caution_of_misses", "the same, where its interval misses",
                                RATE_POWER},
};

double rate_nominal(enum rate rate, double confidence)
{
    switch (rate_forms[rate].kind) {
    case RATE_COVERAGE:
        return confidence;
    case RATE_ERROR:
        return 1 - confidence;
    case RATE_CLAIM:
        return (1 - confidence) / 2;
    case RATE_POWER:
        break;
    }
    return -1;
}

void rates_count(struct rates *rates, enum rate rate, bool holds)
{
    rates->held[rate] += holds;
    rates->of[rate]++;
}
