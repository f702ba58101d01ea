// Shell completions, from the tables of commands and options.
#pragma once

#include "base/arena.h"
#include "base/error.h"

// Prints on stdout the completion script of `word`: bash, zsh or fish. For "experiments", which the
// scripts call, prints @NAME of each installed experiment. EXIT_USAGE for another word.
NODISCARD bool completion_print(struct arena *arena, const char *word, struct error *error);
