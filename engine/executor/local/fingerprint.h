// What must be the same when a campaign is resumed, as facts: machine, toolchains, revisions,
// programs, randomizers, meters.
#pragma once

#include "executor/local/prepare/prepare.h"
#include "executor/observe/meter_selection.h"

// Stores the facts, but for files.
NODISCARD bool fingerprint_record(const struct prepared_variants *variants,
                                  const struct meter_selection *selection, struct arena *arena,
                                  struct store *store, struct error *error);

// Stores the SHA-256 of each file that a command names after its first word, relative to the folder
// where it runs; words with ${seed}, ${block} or ${execution} name none. With `before`, a
// campaign's store, only those that it has.
NODISCARD bool fingerprint_record_files(const struct prepared_variants *variants,
                                        struct arena *arena, struct store *store,
                                        struct store *before, struct error *error);

// Keys of the facts on which the samples of each prepared variant depend; in the arena.
const struct text_list *fingerprint_keys(const struct prepared_variants *variants,
                                         struct arena *arena);
