// What a campaign's folder gives: its CSV files, report.md, report.html, and the report on stdout.
#pragma once

#include "commands/shared/command.h"
#include "report/report.h"

// Values of --format.
extern const char *const results_formats[];

// Writes csv/, report.md and report.html into `folder` and prints the report as the command line
// asks (as html: the path of report.html), with `*before` in front of it, which is NULL from then
// on. With --plot and as html, pictures that are missing or of an earlier state are drawn. The exit
// code is the error's or what the claims give: EXIT_REGRESSION if one is refuted, with --strict
// EXIT_INCONCLUSIVE if one is inconclusive.
NODISCARD enum exit_code results_write(const struct invocation *invocation,
                                       const struct results_options *options, const char *folder,
                                       const char **before, struct error *error);

// Prints a store's report alone. The exit code as above.
NODISCARD enum exit_code results_print(const struct invocation *invocation,
                                       const struct results_options *options, struct store *store,
                                       struct error *error);

// Writes csv/, report.md and report.html into the campaign's folder `path`, with --plot pictures
// too; gathers the evidence if nobody has.
NODISCARD bool results_files(const struct invocation *invocation,
                             const struct results_options *options, struct store *store,
                             const struct findings *findings, const char *path,
                             struct error *error);

// Columns that a report on stdout may take: COLUMNS, else the terminal's, else 80; from 40 to 100.
size_t results_columns(void);
