// What --help prints.
#pragma once

#include "commands/shared/command.h"

// On stdout, as wide as a report but at most 80 columns: the program (command NULL), or all that
// the manual says of a command.
void help_print(const struct command *command);

// A command's examples and options.
void help_print_short(const struct command *command);
