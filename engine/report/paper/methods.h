// The methods section of a paper, written from the campaign's store.
#pragma once

#include "analysis/findings.h"
#include "base/text.h"

// A paragraph of plain text and its citations, from the store.
NODISCARD bool methods_wording(struct arena *arena, struct store *store,
                               const struct findings *findings, const char **paragraph,
                               struct text_list *citations, struct error *error);
