// What exit codes mean.
#include "commands/program/exit_codes.h"

#include <stddef.h>

const struct exit_meaning exit_meanings[] = {
    {"0", "fine"},
    {"1", "a side is slower, a claim refuted, or a repetition does not agree"},
    {"2", "mistake in the command line or the experiment file"},
    {"3", "a build or an execution failed for good, or a file cannot be written"},
    {"4", "a comparison, claim or repetition is undecided (only with --strict)"},
    {"5", "this machine is busy (--no-wait, --wait-idle) or not as it is required"},
    {"75", "the deadline came: 'eswexp resume' goes on"},
    {"130", "interrupted by Ctrl-C (143: by SIGTERM twice)"},
    {NULL, NULL},
};
