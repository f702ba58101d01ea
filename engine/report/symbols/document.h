// The report of `eswexp symbols` for people.
#pragma once

#include "analysis/symbols/conclusion.h"
#include "analysis/symbols/search.h"
#include "report/model/document.h"
#include "report/model/record.h"

// "hash_mix at 48 modulo 64 costs 6.1 % [5.2, 7.0]", a line each; or that none was confirmed.
struct document *symbols_document(struct arena *arena, const struct symbols_conclusion *conclusion);

// The suspects of a search, none confirmed yet.
struct document *suspects_document(struct arena *arena, const struct symbol_search *search);

// Both for programs; `folder`: of the campaign that confirms, or NULL.
struct record *symbols_record(struct arena *arena, const struct symbols_conclusion *conclusion,
                              const char *folder);
struct record *suspects_record(struct arena *arena, const struct symbol_search *search);
