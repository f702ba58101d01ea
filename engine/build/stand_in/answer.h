// What a program prints.
#pragma once

#include "base/text.h"

#include <stdbool.h>

// Runs argv[0], which is looked up in PATH, and adds its standard output to `output`. Its exit
// status, or 127 if it cannot be run.
int answer_of(char *const *argv, struct text *output);
