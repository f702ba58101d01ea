// A campaign's report.html: writing it, and drawing its pictures.
#pragma once

#include "base/files/folder.h"
#include "commands/shared/command.h"
#include "report/page/page.h"

// Whether --format asks for the page.
bool page_asked(const struct results_options *options);

// Writes report.html into a campaign's folder.
NODISCARD bool page_write(struct store *store, const struct findings *findings,
                          const struct folder *folder, struct error *error);

// Prints the page, without links to files, with pictures drawn elsewhere if `folder`, the
// campaign's, lacks them.
NODISCARD bool page_print(const struct invocation *invocation, struct store *store,
                          const struct findings *findings, const char *folder, struct error *error);

const char *page_path(struct arena *arena, const char *folder);

// Draws the pictures from the CSV files, unless they are up to date. A failure is a warning: the
// page then has no new pictures.
void page_draw(const struct invocation *invocation, struct store *store,
               const struct folder *folder);
