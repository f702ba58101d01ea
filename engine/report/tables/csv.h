// Findings as the CSV files of a campaign.
#pragma once

#include "analysis/findings.h"
#include "base/folder.h"
#include <stdio.h>

// All CSV files of a campaign into csv/ of its folder, which is made; each is whole or as it was
// before.
// samples.csv, builds.csv, executions.csv and interference.csv are left alone if they
// are newer than the store and written since the machine was started.
NODISCARD bool report_csv(struct store *store, const struct findings *findings,
                          const struct folder *campaign, struct error *error);
