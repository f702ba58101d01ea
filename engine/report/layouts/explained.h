// Code and placement of the comparisons of a campaign, as a section of its report.
#pragma once

#include "analysis/findings.h"
#include "report/model/document.h"

void explained_section(struct document *document, const struct findings *findings);
