// The findings of eswexp doctor as JSON.
#pragma once

#include "analysis/machines.h"
#include "machine/check/check.h"
#include "machine/check/requirement.h"
#include "machine/fingerprint.h"
#include "report/doctor/doctor.h"

#include <stdio.h>

NODISCARD bool diagnosis_json(const struct diagnosis *diagnosis, FILE *out, struct error *error);

NODISCARD bool machines_json(const struct machine_sides *sides,
                             const struct machine_comparison *comparison, FILE *out,
                             struct error *error);
