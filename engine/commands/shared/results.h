// The results of a campaign: its CSV files, report.md, report.html, and the report on stdout.
#pragma once

#include "analysis/findings.h"
#include "commands/shared/command.h"
#include "store/store.h"

// Values of --format.
extern const char *const results_formats[];

// Writes csv/, report.md and report.html into `folder`, or that of --out, and prints the report in
// the chosen format (html: the path of report.html, or the page where nothing may be written).
// Prints `*before` in front of it and sets that to NULL. With
// --plot and for html, draws the pictures that are missing or outdated. Returns the code of the
// error or of the claims: EXIT_REGRESSION if one is refuted, EXIT_INCONCLUSIVE if the campaign is
// unfinished or, with --strict, one is inconclusive.
NODISCARD enum exit_code results_write(const struct invocation *invocation,
                                       const struct results_options *options, const char *folder,
                                       const char **before, struct error *error);

// Prints the report of a store without a folder, of samples in `source` (NULL: in several files).
// The exit code as above.
NODISCARD enum exit_code results_print(const struct invocation *invocation,
                                       const struct results_options *options, struct store *store,
                                       const char *source, struct error *error);

// Where the files of the campaign in `folder` go: `out` (NULL: not given), which is made, else
// `folder`; *place is NULL, after a note, if that may only be read.
NODISCARD bool results_place(const struct invocation *invocation, const char *out,
                             const char *folder, const char **place, struct error *error);

// Draws the pictures of a campaign whose results are written, and writes report.html again.
NODISCARD bool results_draw(const struct invocation *invocation,
                            const struct results_options *options, const char *folder,
                            struct error *error);

// Writes csv/, report.md and report.html into the folder `path`, with --plot pictures
// too; computes the diagnostics if `findings` lacks them.
NODISCARD bool results_files(const struct invocation *invocation,
                             const struct results_options *options, struct store *store,
                             const struct findings *findings, const char *path,
                             struct error *error);
