// What --help prints.
#pragma once

#include "commands/shared/command.h"

// Help of the program (command NULL) or of one command, on stdout, as wide as a report
// but at most 80 columns.
void help_print(const struct command *command);
