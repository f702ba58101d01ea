// Derived quantities in words.
#pragma once

#include "analysis/derive/derived.h"
#include "analysis/findings.h"
#include "report/model/document.h"

// Adds a section for each quantity, with a line for each point; for many points it has their range.
// A quantity over an axis has a line for each point of the other axes. The length does not grow
// with the number of points.
void derived_sections(struct document *document, const struct findings *findings);
