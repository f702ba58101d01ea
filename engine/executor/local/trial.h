// The trial of an experiment: one layout and one execution of every variant of every cell.
#pragma once

#include "executor/executor.h"

struct local_executor;

// Links one layout of every program and executes it once in every cell, with the draws of the
// pilot's first block; nothing is stored. After `limit_s` seconds (0: no limit) only the first cell
// of each benchmark is still tried. An execution that fails is tried once
// more, unless it took all the time it may. Each is shown to `watch` (NULL: nobody).
NODISCARD bool trial_all(struct local_executor *executor, const struct repetitions *repetitions,
                         double limit_s, const struct trial_watch *watch, struct trial *trial,
                         struct error *error);
