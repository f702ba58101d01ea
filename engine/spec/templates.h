// Arguments and environment of one execution, filled from their templates.
#pragma once

#include "base/arena.h"
#include "base/text.h"

#include <stdint.h>

// An argument, word of the command or "NAME=value" of a target as one execution gets it.
char *spec_fill(struct arena *arena, const char *template, uint64_t seed, size_t block,
                size_t execution);

// All of them, in order.
struct text_list spec_fill_all(struct arena *arena, const struct text_list *templates,
                               uint64_t seed, size_t block, size_t execution);

// The same at its longest.
char *spec_fill_widest(struct arena *arena, const char *template);
