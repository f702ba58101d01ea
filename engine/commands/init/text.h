// The text of a first experiment file.
#pragma once

#include "commands/init/project/guess.h"

#define INIT_FILE "eswexp.yaml"

// Adds the file of the experiment `name`, with a comment on every key.
void init_text(struct arena *arena, struct text *out, const char *name, const struct guess *guess);

// "1.4 ms", "35 ms", "2.1 s".
const char *init_duration(struct arena *arena, double seconds);

// How much of a short command is the start of its process: ", which is mostly the start of a
// process (1.1 ms)", ", of which the start of a process takes 8.0 ms", or "" where that is unknown.
const char *init_start(struct arena *arena, const struct guess *guess);
