// The judges of crimes that concern the sides: programs, platform, versions.
#pragma once

#include "report/paper/check.h"
#include "report/paper/inspection.h"

struct check judge_simulation(const struct inspection *inspection);
struct check judge_baseline(const struct inspection *inspection);
struct check judge_itself(const struct inspection *inspection);
struct check judge_fairness(const struct inspection *inspection);
struct check judge_steps(const struct inspection *inspection);
struct check judge_platform(const struct inspection *inspection);
struct check judge_versions(const struct inspection *inspection);
