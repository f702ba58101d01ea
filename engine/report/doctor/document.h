// The report of `eswexp doctor` for people.
#pragma once

#include "report/doctor/doctor.h"
#include "report/model/document.h"
#include "report/model/record.h"

struct document *diagnosis_document(struct arena *arena, const struct diagnosis *diagnosis);

// "2 of 22 facts differ …" with each side's value.
struct document *machines_document(struct arena *arena, const struct machine_sides *sides,
                                   const struct machine_comparison *comparison);

// Both for programs.
struct record *diagnosis_record(struct arena *arena, const struct diagnosis *diagnosis);
struct record *machines_record(struct arena *arena, const struct machine_sides *sides,
                               const struct machine_comparison *comparison);
