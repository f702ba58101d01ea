// Judging a repetition by the bundle in its folder.
#pragma once

#include "commands/shared/command.h"
#include "report/reproduction.h"

// What --tolerance and the like say.
NODISCARD bool reproduction_options(const struct command_line *line,
                                    struct reproduction_rules *rules, struct error *error);

// Whether the bundle unpacked in `folder` has a campaign that can be compared with; else
// EXIT_USAGE.
NODISCARD bool reproduction_possible(struct arena *arena, const char *folder, struct error *error);

// Compares the campaign in `folder` with the one in its bundle/: brings its CSV files and reports
// up to date, prints the agreement, writes agreement.json. EXIT_REGRESSION: does not agree.
enum exit_code reproduction_judge(struct command_line *line, const struct reproduction_rules *asked,
                                  const char *folder, struct error *error);
