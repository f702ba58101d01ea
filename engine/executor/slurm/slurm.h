// The Slurm executor: hands blocks out to tasks on the nodes of a cluster, and merges their
// results.
#pragma once

#include "executor/executor.h"

// Its places have a struct cluster as settings.
extern const struct executor_driver slurm_executor_driver;
