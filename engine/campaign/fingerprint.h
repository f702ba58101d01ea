// What must be the same when a campaign is gone on with, as facts: machine, toolchains, revisions,
// programs, what is randomized.
#pragma once

#include "executor/local_executor.h"

// Stores the facts, but for files.
NODISCARD bool fingerprint_record(const struct local_executor *executor, struct error *error);

// Stores the SHA-256 of each file that stands in a command after its first word, relative to the
// folder where it runs; words with ${seed}, ${block} or ${execution} are none. Of `before`, a
// campaign's store, if that is not NULL, only those that it knows.
NODISCARD bool fingerprint_record_files(const struct local_executor *executor, struct store *before,
                                        struct error *error);

// Keys of the facts of programs, by station, in the workbench's arena. Neighbouring points of a
// sweep that share a program share the pointer.
const char **fingerprint_programs(const struct local_executor *executor);

// The key of a word of a station's command, whose program has the key given; NULL: it names no
// file.
const char *fingerprint_file(struct arena *arena, const struct prepared_variant *prepared,
                             const char *program, size_t word);
