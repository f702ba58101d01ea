// Output of `eswexp symbols` for people.
#pragma once

#include "analysis/symbols/conclusion.h"
#include "analysis/symbols/search.h"

#include <stdio.h>

// "hash_mix at 48 modulo 64 costs 6.1 % [5.2, 7.0]", a line each; or that none was confirmed.
void symbols_text(const struct symbols_conclusion *conclusion, size_t columns, FILE *out);

// The suspects of a search, none confirmed yet.
void suspects_text(const struct symbol_search *search, size_t columns, FILE *out);
