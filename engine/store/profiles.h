// Where the time went in single executions that were not measured.
#pragma once

#include "store/catalogue.h"

// A function of one variant's profile.
struct profile_row {
    size_t cell, variant;
    const char *tool, *function, *object; // object: the file that has it, without its folder
    size_t rank;                          // from 1
    size_t samples, all;                  // in it, and in the whole profile
};

// In place of what there was of this cell and variant, that of `rows`, which are alike in them.
NODISCARD bool store_profile(struct store *store, const struct profile_row *rows, size_t count,
                             struct error *error);

// By cell, variant and rank.
NODISCARD bool store_profiles(struct store *store, struct arena *arena, struct profile_row **rows,
                              size_t *count, struct error *error);
