// What exit codes mean.
#include "commands/program/exit_codes.h"

#include <stddef.h>

const struct exit_meaning exit_meanings[] = {
    {"0", "success"},
    {"1", "a side is slower, a claim is refuted, or a reproduction disagrees"},
    {"2", "the command line or the experiment file has a mistake"},
    {"3", "a build or an execution failed for good, or a file cannot be written"},
    {"4", "no verdict: the campaign is unfinished, or inconclusive (with --strict)"},
    {"5", "this machine is busy (--no-wait, --wait-idle) or misses a requirement"},
    {"75", "the time of --until came: 'eswexp resume' continues"},
    {"125", "compare --bisect: git skips this commit (128: git ends its bisection)"},
    {"130", "interrupted by Ctrl-C (143: by SIGTERM twice)"},
    {"141", "the reader of the standard output closed it, as head does"},
    {NULL, NULL},
};
