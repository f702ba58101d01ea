// Where files of harnesses differ in what they say that they were measured with.
#pragma once

#include "analysis/import/harness_file.h"
#include "store/store.h"

struct condition_files {
    struct arena *arena;
    const struct harness_file *items;
    size_t count;
    bool one_command; // each has one, whatever its name
};

// Fails where files of one variant differ in what a benchmark does.
NODISCARD bool conditions_check(const struct condition_files *files, struct error *error);

// Stores an event for each pair of variants whose files differ, and for files of one variant.
NODISCARD bool conditions_note(const struct condition_files *files, struct store *store,
                               struct error *error);
