// What follows from a target: its levels, its draws, its place in a repository.
#pragma once

#include "spec/spec.h"

// The levels of a target (docs/method.md, "Notation"): does it vary per build, per iteration?
bool target_has_builds(const struct target *target);
bool target_has_iterations(const struct target *target);

// The path relative to the folder of the target's repository; NULL if it is outside.
const char *target_within_repository(const struct target *target, const char *path);

// Does a randomizer draw for every build?
bool target_draws_per_build(const struct target *target);
