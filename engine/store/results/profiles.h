// Profiles: where the time went in single executions that were not measured.
#pragma once

#include "store/store.h"

// One function of one variant's profile.
struct profile_row {
    size_t cell, variant;
    const char *tool, *function, *object; // object: the file that has it, without its folder
    size_t rank;                          // from 1
    size_t samples, all;                  // in the function, and in the whole profile
};

// Replaces the profile of the cell and variant that all `rows` belong to.
NODISCARD bool store_profile(struct store *store, const struct profile_row *rows, size_t count,
                             struct error *error);

// All profiles, by cell, variant and rank.
NODISCARD bool store_profiles(struct store *store, struct arena *arena, struct profile_row **rows,
                              size_t *count, struct error *error);
