// Level shifts of the canary in words.
#pragma once

#include "analysis/findings.h"
#include "report/model/notes.h"

// Adds "canary: 40 probes, steady within 0.6 %", or the times at which the machine was faster or
// slower and the consequence. Adds nothing if there are too few probes.
void canary_notes(struct notes *notes, const struct findings *findings);

// "the machine is noisy: the reference workload varies by 12 %", or how often and how far its speed
// changed; NULL if the machine was steady or there are too few probes.
const char *canary_unsteady(struct arena *arena, const struct findings *findings);
