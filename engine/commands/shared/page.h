// A campaign's report.html: writing it, and drawing what it shows.
#pragma once

#include "analysis/findings.h"
#include "base/files/folder.h"
#include "commands/shared/command.h"
#include "report/html/html.h"
#include "store/store.h"

// Whether the report is asked for as a page.
bool page_asked(const struct results_options *options);

// Writes report.html into a campaign's folder.
NODISCARD bool page_write(struct store *store, const struct findings *findings,
                          const struct folder *folder, struct error *error);

const char *page_path(struct arena *arena, const char *folder);

// Draws the pictures of the CSV files, unless they are there and of the store's present state.
// Where that fails it is a warning: the page stands without them.
void page_draw(const struct invocation *invocation, struct store *store,
               const struct folder *folder);
