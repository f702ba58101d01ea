// What counts of an execution need besides: the run in valgrind, and words on what they leave out.
#pragma once

#include "executor/local_executor.h"

// After an execution that did not fail: adds its instructions in valgrind, if they are asked for,
// and tells, once each, that counters took turns or know nothing of the kernel.
NODISCARD bool valgrind_count_finish(struct local_executor *executor, struct arena *scratch,
                                     const struct prepared_variant *prepared,
                                     const struct execution_request *request,
                                     struct observation *observation, struct error *error);
