// From a campaign's store to its findings, step by step.
#pragma once

#include "analysis/findings.h"

// Reads a store and fills in everything but the diagnostics. Memory grows with the number of
// series in the store, not of samples.
NODISCARD bool analysis_load(struct arena *arena, struct store *store, struct findings *findings,
                             struct error *error);

// Reports the same summary statistic of every series, whatever the experiment asks for.
NODISCARD bool analysis_summarise(struct arena *arena, struct store *store,
                                  struct findings *findings, const struct statistic *summary,
                                  struct error *error);

// Adds the diagnostics, which read the samples once more.
NODISCARD bool analysis_diagnose(struct arena *arena, struct store *store,
                                 struct findings *findings, struct error *error);

// The estimates that compare/ and reproduce/ read; valid as long as the findings stay in place.
struct estimates analysis_estimates(const struct findings *findings);
