// Variables of the environment that seed the hash functions of interpreters. docs/projects.md,
// "Hash seeds".
#pragma once

#include "base/arena.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

// Adds "NAME=value" for each interpreter that has such a variable; their lengths do not depend on
// the seed.
void hash_seed_add(struct text_list *list, struct arena *arena, uint32_t seed);

// What "NAME=value" variables say about the seed: nothing, a number (*seed), or something else,
// such as "random".
enum hash_seed_given { HASH_SEED_OPEN, HASH_SEED_NUMBER, HASH_SEED_OTHER };
enum hash_seed_given hash_seed_given(char *const *variables, uint32_t *seed);
