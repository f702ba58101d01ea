// The local executor: builds and measures on this machine, one execution at a time.
#pragma once

#include "executor/executor.h"

extern const struct executor_driver local_executor_driver;

// The place of a campaign on this machine.
extern const struct place place_here;
