// The source of a benchmark's samples.
#pragma once

#include "model/better.h"

enum sampling_kind {
    SAMPLING_ESWEXP,
    SAMPLING_PROCESS,
    SAMPLING_HARNESS,
    SAMPLING_PATTERN,
};

struct harness_reader; // run/harness/harness.h

struct sampling {
    enum sampling_kind kind;
    const char *pattern; // POSIX extended regular expression with one group, over stdout
    const char *unit;    // of the stored values: "s" for any unit of time, else the user's own
    double scale;        // converts a matched number to `unit`
    enum better better;  // of a pattern's numbers, from the file; BETTER_LESS for times
    const struct harness_reader *harness; // of another harness, else NULL
    const char *file; // that it writes, from the execution's folder; NULL: the engine names one, or
                      // it is the standard output
};
