// Level shifts of the canary in words.
#pragma once

#include "analysis/findings.h"
#include "base/text.h"

// Adds "canary: 40 probes, steady within 0.6 %", or the times at which the machine was faster or
// slower and the consequence. Adds nothing if there are too few probes.
void canary_notes(struct arena *arena, const struct findings *findings, struct text_list *notes);
