// What timing costs each benchmark and variant, kept as facts.
#pragma once

#include "executor/local_executor.h"

// After an execution that did not fail: stores the clock of its wall_time, if measured, whenever a
// sample was shorter than all before, and warns the first time that more than 1 % of it may be the
// clock's.
NODISCARD bool timer_overhead_note(struct local_executor *executor, struct arena *scratch,
                                   struct prepared_variant *prepared,
                                   const struct observation *observation, struct error *error);
