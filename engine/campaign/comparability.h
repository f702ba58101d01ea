// Can two stored campaigns be compared at all?
#pragma once

#include "base/text.h"
#include "store/store.h"

// Where facts "WHAT.…" of two stores differ; what only one has does not count.
NODISCARD bool comparability_facts(struct arena *arena, struct store *old, struct store *new,
                                   const char *what, struct text_list *differences,
                                   struct error *error);

// Every difference that would pass for a difference of the programs, one sentence each: of the
// machine, the toolchain, the experiment file. What the file was read with counts, its seed does
// not.
NODISCARD bool comparability_differences(struct arena *arena, struct store *old, struct store *new,
                                         struct text_list *differences, struct error *error);
