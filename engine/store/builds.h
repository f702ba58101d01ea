// Writing what became of planned builds.
#pragma once

#include "model/build_result.h"
#include "randomizers/randomizer.h"
#include "store/store.h"

#include <stdint.h>

// Writes a build that succeeded; `result` is NULL where nothing is built and only draws were made.
// EXIT_FAILED: a build that is stored already came out differently.
NODISCARD bool store_build(struct store *store, int64_t build, const struct build_result *result,
                           const struct draws *draws, struct error *error);
// Writes that a build failed for good, or was not made because its variant is given up
// (store_skip()): its executions that are still planned fail. Every build that is not executed to
// its end needs one of these calls, because a block counts only once nothing of it is planned any
// more.
NODISCARD bool store_give_up(struct store *store, int64_t build, struct error *error);
NODISCARD bool store_skip(struct store *store, int64_t build, struct error *error);
