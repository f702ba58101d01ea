// The doctor's page.
#pragma once

#include "analysis/machines.h"
#include "machine/check/check.h"
#include "machine/check/requirement.h"
#include "machine/fingerprint.h"
#include "report/doctor/doctor.h"
#include <stdio.h>

// A page of plain words, `columns` wide.
void diagnosis_text(const struct diagnosis *diagnosis, FILE *out, size_t columns);

// "2 of 22 facts differ …" with each side's value.
void machines_text(const struct machine_sides *sides,
                   const struct machine_comparison *variant_ratio, FILE *out, size_t columns);
