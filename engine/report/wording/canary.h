// What the canary saw, in words and in rows.
#pragma once

#include "analysis/findings.h"
#include "base/text.h"
#include "report/tables/record.h"

// Adds "canary: 40 looks, steady within 0.6 %", or when the machine was faster or slower and what
// that means; nothing where there were too few looks to tell.
void canary_notes(struct arena *arena, const struct findings *findings, struct text_list *notes);
