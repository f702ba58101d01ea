// Whether two stored campaigns are comparable.
#pragma once

#include "base/text.h"
#include "store/store.h"

// Adds a line for each fact "WHAT.…" that differs between two stores; ignores facts that only one
// store has.
NODISCARD bool comparability_facts(struct arena *arena, struct store *old, struct store *new,
                                   const char *what, struct text_list *differences,
                                   struct error *error);

// Adds a sentence for each difference that would look like a difference of the programs: machine,
// toolchain, experiment file, --set and --quick. Seeds may differ.
NODISCARD bool comparability_differences(struct arena *arena, struct store *old, struct store *new,
                                         struct text_list *differences, struct error *error);
