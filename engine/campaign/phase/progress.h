// Progress: an updated line on a terminal, else a line each minute; printed between executions
// only.
#pragma once

#include "base/log.h"
#include "model/phase.h"
#include "plan/plan.h"
#include "store/plan/resume.h"

struct progress;

// The size of one phase of a campaign, and the part that earlier sessions finished.
struct amount {
    enum phase phase;
    size_t blocks, executions, blocks_done, executions_done;
    size_t *blocks_left; // by cell
};

// Adds a plan or a piece of it; `steps` are its finished steps (NULL: none).
void amount_add(struct amount *amount, const struct plan *plan, const struct stored_step *steps);

// `name`, if any, begins every line. The phase ends at `end_ns` of the boot clock at the latest (0:
// when it is done). Lives in the arena.
struct progress *progress_start(struct arena *arena, const struct log *log, const char *name,
                                const struct spec *spec, const struct amount *amount,
                                int64_t end_ns);

void progress_building(struct progress *progress, size_t builds);
void progress_executed(struct progress *progress, const struct planned_block *block, size_t variant,
                       const double *values, size_t count);
void progress_block_done(struct progress *progress, const struct planned_block *block,
                         double seconds);

// Clears the line.
void progress_end(struct progress *progress);
