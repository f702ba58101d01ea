// The page of eswexp doctor.
#pragma once

#include "analysis/machines.h"
#include "machine/check/check.h"
#include "machine/check/requirement.h"
#include "machine/fingerprint.h"
#include "report/doctor/doctor.h"

#include <stdio.h>

// At most `columns` wide.
void diagnosis_text(const struct diagnosis *diagnosis, FILE *out, size_t columns);

// "2 of 22 facts differ …" with each side's value.
void machines_text(const struct machine_sides *sides, const struct machine_comparison *comparison,
                   FILE *out, size_t columns);
