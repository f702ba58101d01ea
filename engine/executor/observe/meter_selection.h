// The meters of an experiment that the measuring machine has.
#pragma once

#include "executor/observe/recorder.h"
#include "meters/meter.h"
#include "run/execution.h"
#include "spec/spec.h"

struct meter_selection {
    const struct meter **items; // of spec->meters, those that this machine has: at least one
    size_t count;
    struct text_list unmeasured; // a line for each other one, with the reason
};

// Selects the meters of the experiment that this machine has. EXIT_UNFIT, with the reasons, if it
// has none. `root` as for machine_root().
NODISCARD bool meter_selection_choose(struct meter_selection *selection, struct arena *arena,
                                      const struct spec *spec, const char *root,
                                      struct error *error);

// Warns once of each selected metric that an execution lacks.
NODISCARD bool meter_selection_check(struct meter_selection *selection, struct recorder *recorder,
                                     const struct observation *observation, struct error *error);
