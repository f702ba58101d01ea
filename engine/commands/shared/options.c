// The choices of shared options.
#include "commands/shared/options.h"

const char *const profile_choices[] = {"perf", "gdb", NULL};
const char *const place_choices[] = {"slurm", NULL};
