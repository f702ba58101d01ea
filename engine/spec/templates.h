// Arguments and environment of one execution, filled from their templates.
#pragma once

#include "base/arena.h"
#include "base/text.h"

#include <stdint.h>

// A template (argument, word of the command, "NAME=value") with ${seed}, ${block} and ${execution}
// replaced.
char *spec_fill(struct arena *arena, const char *template, uint64_t seed, size_t block,
                size_t execution);

// All templates of a list, in order.
struct text_list spec_fill_all(struct arena *arena, const struct text_list *templates,
                               uint64_t seed, size_t block, size_t execution);

// The template with the longest values that these can have.
char *spec_fill_widest(struct arena *arena, const char *template);
