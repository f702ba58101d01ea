// The judges of crimes that concern the numbers of a campaign.
#pragma once

#include "report/paper/check.h"
#include "report/paper/inspection.h"

struct check judge_degradation(const struct inspection *inspection);
struct check judge_subsets(const struct inspection *inspection);
struct check judge_inputs(const struct inspection *inspection);
struct check judge_throughput(const struct inspection *inspection);
struct check judge_overhead(const struct inspection *inspection);
struct check judge_significance(const struct inspection *inspection);
struct check judge_averages(const struct inspection *inspection);
struct check judge_calibration(const struct inspection *inspection);
struct check judge_other_costs(const struct inspection *inspection);
struct check judge_rows(const struct inspection *inspection);
struct check judge_absolute(const struct inspection *inspection);
