// What eswexp doctor says of a machine, and of what differs between two.
#pragma once

#include "analysis/machines.h"
#include "machine/check/check.h"
#include "machine/check/requirement.h"
#include "machine/fingerprint.h"

#include <stdio.h>

// A meter, and why it is not to be had here (NULL: it is).
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

// A page of plain words, `columns` wide.
void diagnosis_text(const struct diagnosis *diagnosis, FILE *out, size_t columns);
NODISCARD bool diagnosis_json(const struct diagnosis *diagnosis, FILE *out, struct error *error);

// "2 of 22 facts differ …" with each side's value.
void machines_text(const struct machine_sides *sides,
                   const struct machine_comparison *variant_ratio, FILE *out, size_t columns);
NODISCARD bool machines_json(const struct machine_sides *sides,
                             const struct machine_comparison *variant_ratio, FILE *out,
                             struct error *error);
