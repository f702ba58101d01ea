// Visiting the samples of one series that count: without the warm-up of the pilot.
#pragma once

#include "analysis/findings.h"

// `iteration`: the number of the first value within its execution, from 1.
typedef bool piece_visitor(void *context, const struct sample_piece *piece, size_t iteration,
                           struct error *error);

// Calls `visit` for each piece that has values, in the order of the plan.
NODISCARD bool sample_pieces(struct store *store, const struct findings *findings,
                             const struct series_entry *series, piece_visitor *visit, void *context,
                             struct error *error);
