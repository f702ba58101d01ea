// The text of a first experiment file.
#pragma once

#include "commands/init/project/guess.h"

#define INIT_FILE "eswexp.yaml"

// Adds the file of the experiment `name`, with a comment on every key. `is_tried`: init has run it.
void init_text(struct arena *arena, struct text *out, const char *name, const struct guess *guess,
               bool is_tried);

// Adds what a user completes where init found no benchmark: as far as it is known how the project
// is built, and no command.
void init_outline(struct arena *arena, struct text *out, const char *name,
                  const struct guess *guess);

// "1.4 ms", "35 ms", "2.1 s".
const char *init_duration(struct arena *arena, double seconds);
