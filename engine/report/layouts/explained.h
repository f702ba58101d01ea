// Code and placement of the comparisons of a campaign, as a part of its report.
#pragma once

#include "report/overview/parts.h"

// One part, or none.
struct overview explained_overview(struct arena *arena, const struct findings *findings);
