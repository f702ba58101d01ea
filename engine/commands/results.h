// What a campaign's folder gives: its CSV files, report.md, and the report on stdout.
#pragma once

#include "commands/command.h"
#include "store/store.h"

// False, with a message, if --format names none.
NODISCARD bool results_format_known(const struct command_line *line, struct error *error);

// Writes csv/ and report.md into `folder` and prints the report as the command line asks.
NODISCARD bool results_write(struct command_line *line, const char *folder, struct error *error);

// Prints a store's report alone: text, Markdown or JSON.
NODISCARD bool results_print(struct command_line *line, struct store *store, struct error *error);
