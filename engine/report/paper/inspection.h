// The campaign as the judges of the checklist see it.
#pragma once

#include "analysis/findings.h"
#include "report/paper/check.h"
#include "spec/spec.h"
#include "store/facts.h"
#include "store/store.h"

struct inspection {
    struct arena *arena;
    struct store *store;
    const struct findings *findings;
    const struct spec *spec; // NULL: unknown
    struct text_list benchmarks, toolchains;
    struct stored_fact *machine; // facts about it
    size_t machine_facts;
    size_t slower; // comparisons with a change for the worse
};

// The judge of one crime; its words live in the arena.
typedef struct check judge(const struct inspection *inspection);

PRINTF_LIKE(3, 4)
struct check check_of(const struct inspection *inspection, enum check_state state,
                      const char *format, ...);
// A fact of the store, "" where it has none.
const char *inspected_fact(const struct inspection *inspection, const char *key);
