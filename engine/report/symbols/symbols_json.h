// Output of `eswexp symbols` as JSON.
#pragma once

#include "analysis/symbols/conclusion.h"
#include "analysis/symbols/search.h"

#include <stdio.h>

// One object; `folder`: of the campaign that confirms, or NULL.
NODISCARD bool symbols_json(const struct symbols_conclusion *conclusion, const char *folder,
                            FILE *out, struct error *error);

// Likewise of a search alone, whose suspects nothing has confirmed.
NODISCARD bool suspects_json(const struct symbol_search *search, FILE *out, struct error *error);
