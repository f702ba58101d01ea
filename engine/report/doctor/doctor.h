// What eswexp doctor found on a machine.
#pragma once

#include "analysis/machines.h"
#include "machine/check/check.h"
#include "machine/check/requirement.h"
#include "machine/fingerprint.h"

#include <stdio.h>

// A meter, and why it is unavailable here (NULL: it is available).
struct meter_state {
    const char *name, *unit, *why;
};

struct diagnosis {
    struct machine_checks checks;
    struct machine_facts facts;
    const struct meter_state *meters;
    size_t meter_count;
    const struct requirement_judged *required;
    size_t required_count;
};
