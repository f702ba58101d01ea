// What follows from a target: its levels, its draws, its place in a repository.
#pragma once

#include "spec/spec.h"

bool target_is_built(const struct target *target);

// Whether both execute the same command in the same environment.
bool targets_run_alike(const struct target *a, const struct target *b);

// Does `holds` hold for a target of the spec?
bool spec_has_target(const struct spec *spec, bool (*holds)(const struct target *target));

// "sort · n=1000, size=64", as reports name the cell; without axes "sort".
const char *spec_cell_name(struct arena *arena, const struct spec *spec, size_t cell);

// The levels of a target (docs/method.md, "Notation"): does it vary per build, per iteration?
bool target_has_builds(const struct target *target);
bool target_has_iterations(const struct target *target);

// The path relative to the folder of the target's repository; NULL if it is outside.
const char *target_within_repository(const struct target *target, const char *path);

// Does a randomizer draw for every build?
bool target_draws_per_build(const struct target *target);

// Whether eswexp links it with a layout: neither a command nor as built.
bool target_is_laid_out(const struct target *target);

// Does their `randomize` ask for the same?
bool targets_draw_alike(const struct target *a, const struct target *b);

// Would building these two do the same?
bool targets_build_alike(const struct target *a, const struct target *b);

// Would measuring these two do the same?
bool targets_measure_alike(const struct target *a, const struct target *b);

// Of a variant that is built as it is: the earlier one of the same program and command that gets
// layouts. False if there is none.
bool target_layout_variant(const struct cell *cell, size_t variant, size_t *found);

// How many variants a comparison with the first has: all but those beside one of the same program.
size_t spec_compared_variants(const struct spec *spec);
// What to set if the exit code of a failure ("exit 1") is meant, with a "; " in front, or "".
const char *target_exit_remedy(struct arena *arena, const struct target *target,
                               const char *failure);

// The least number of bytes that the environment of its executions can have.
size_t target_environment_least(const struct target *target);
