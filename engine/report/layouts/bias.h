// The bias of one set-up in words.
#pragma once

#include "analysis/bias/bias.h"
#include "report/overview/parts.h"

// One part for each sweep over the factor; none unless `eswexp bias` began the campaign. Its length
// does not grow with the number of values.
struct overview bias_overview(struct arena *arena, const struct findings *findings);
