// The experiment that confirms suspected addresses: each is set and unset in fresh layouts.
#pragma once

#include "analysis/symbols/search.h"
#include "base/error.h"
#include "base/text.h"
#include "spec/spec.h"
#include "store/facts.h"

struct confirmation_request {
    const struct spec *spec; // the campaign's own
    size_t cell, variant;    // that were searched
    const struct symbol_search *search;
    size_t builds, executions, iterations, warmup;
    const char *seed;
};

// The experiment with one benchmark at one point. Its variants: all suspects away from their
// addresses; then for each one that is there while the others are away. All other draws are the
// same. Mistakes go to `report`: the stored experiment cannot be read any more.
NODISCARD struct spec *confirmation_spec(struct arena *arena,
                                         const struct confirmation_request *request,
                                         struct text *report, struct error *error);

// Facts by which its campaign remembers the search; `facts` has room for CONFIRMATION_FACTS.
enum { CONFIRMATION_FACTS = 3 + 2 * SUSPECTS_MOST };
size_t confirmation_facts(struct arena *arena, const struct symbol_search *search,
                          struct stored_fact *facts);
