// The bias of one set-up in words.
#pragma once

#include "analysis/bias/bias.h"
#include "analysis/findings.h"
#include "report/model/document.h"

// Adds a section for each sweep over the factor; none unless `eswexp bias` began the campaign. Its
// length does not grow with the number of values.
void bias_sections(struct document *document, const struct findings *findings);
