// Level shifts of the canary in words.
#pragma once

#include "analysis/findings.h"
#include "base/text.h"

// Adds "canary: 40 probes, steady within 0.6 %", or when the machine was faster or slower and what
// that means; nothing where there are too few probes to tell.
void canary_notes(struct arena *arena, const struct findings *findings, struct text_list *notes);
