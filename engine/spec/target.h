// What follows from a target: its levels, its draws, its place in a repository.
#pragma once

#include "spec/spec.h"

// The levels a target has (DESIGN.md, Words): is there anything that varies per build, per
// iteration?
bool target_has_builds(const struct target *target);
bool target_has_iterations(const struct target *target);

// What follows the folder of the target's repository in a path; NULL if the path lies outside.
const char *target_within_repository(const struct target *target, const char *path);

// Does some randomizer draw anew for every build?
bool target_draws_per_build(const struct target *target);
