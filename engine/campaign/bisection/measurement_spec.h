// The experiment of one measurement of a bisection: a commit against the reference.
#pragma once

#include "base/error.h"
#include "base/text.h"
#include "spec/spec.h"

struct measurement_request {
    const struct spec *spec; // whose first two variants are the ends of the history
    size_t cell;             // of it
    const char *id;          // the commit
    size_t blocks;
    const char *seed;
};

// The same benchmark at the same point with the reference and the commit as variants, and fixed
// counts. Mistakes go to `report`: the experiment cannot be read any more.
NODISCARD struct spec *measurement_spec(struct arena *arena,
                                        const struct measurement_request *request,
                                        struct text *report, struct error *error);
