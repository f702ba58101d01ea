// Profiles in words.
#pragma once

#include "analysis/findings.h"
#include "report/model/notes.h"

// The share of a profile's samples that a function has.
double profile_share(const struct profile_row *row);

// Adds "profile of O2 by perf (one execution, not measured): 62 % walk (vecadd), …", a line for
// each variant of the cell that has one.
void profile_notes(struct notes *notes, const struct findings *findings, size_t cell);
