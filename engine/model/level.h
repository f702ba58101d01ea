// The levels of repetition, from the bottom.
#pragma once

enum level { LEVEL_ITERATION = 1, LEVEL_EXECUTION, LEVEL_BUILD, LEVEL_MACHINE };

// "iteration", "execution", "build", "machine".
const char *level_name(enum level level);
