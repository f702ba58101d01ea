// Code and placement as a table of a paper.
#pragma once

#include "analysis/findings.h"

#include <stdio.h>

// Nothing where nothing was measured as built.
void latex_explained(const struct findings *findings, FILE *out);
