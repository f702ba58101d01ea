// The blocks of a measurement, from its store.
#pragma once

#include "base/arena.h"
#include "base/error.h"

#include <stddef.h>

struct log_ratios {
    double *items; // the logarithm of the commit's mean over the reference's, by block
    size_t count;
    const char *metric;
    const char *inputs; // a sentence on those that differ; NULL: none
};

// Of the first metric of the benchmark; NULL: of the first one. EXIT_USAGE: its values are no
// positive numbers, or the suite has no benchmark of that name.
NODISCARD bool log_ratios_read(struct arena *arena, const char *folder, const char *benchmark,
                               struct log_ratios *ratios, struct error *error);
