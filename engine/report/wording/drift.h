// Means that change over the session.
#pragma once

#include "analysis/findings.h"
#include "report/model/notes.h"

// "+2.4 %": the last tenth against the first.
const char *drift_percent(struct arena *arena, const struct series_diagnostics *diagnostics);

// Whether the other series changes the same way, and by at least half as much: the machine drifts,
// and pairs of a block share it.
bool drift_is_shared(const struct series_diagnostics *one, const struct series_diagnostics *other);

// Adds a note on each metric of a cell whose means drift at 1 %, divided by the cells of the
// campaign; `series` has those of the cell.
void note_drift(struct notes *notes, const struct findings *findings,
                const struct series_diagnostics *series, size_t count);
