// Progress: a moving line on a terminal, else a line a minute; drawn between executions only.
#pragma once

#include "base/log.h"
#include "plan/plan.h"
#include "store/resume.h"

struct progress;

// For one phase of a campaign, of which earlier sessions may have done some `steps` (NULL:
// nothing). `name`, if any, begins every line. Lives in the arena.
struct progress *progress_start(struct arena *arena, const struct log *log, const char *name,
                                const struct spec *spec, const struct plan *plan,
                                const struct stored_step *steps);

void progress_building(struct progress *progress, size_t builds);
void progress_executed(struct progress *progress, const struct planned_block *block, size_t variant,
                       const double *values, size_t count);
void progress_block_done(struct progress *progress, const struct planned_block *block,
                         double seconds);

// Clears the line.
void progress_end(struct progress *progress);
