// Findings as the CSV files of a campaign.
#pragma once

#include "analysis/findings.h"
#include "base/files/folder.h"

#include <stdio.h>

// Writes all CSV files of a campaign into csv/ of its folder and makes csv/ if it is missing. A
// failure leaves a file as it was before. samples.csv, builds.csv, executions.csv and
// interference.csv are not rewritten if they are newer than the store and the machine's boot.
NODISCARD bool report_csv(struct store *store, const struct findings *findings,
                          const struct folder *campaign, struct error *error);
