// The report as one page that opens anywhere: no script, nothing fetched.
#pragma once

#include "analysis/findings.h"

#include <stdio.h>

// The campaign's report.html. `folder`: the campaign's, whose pictures (plots/NAME.inline.svg)
// stand in the page and whose files it links to; NULL: the store is all there is. The page stays
// small whatever the number of cells. Writing to the stream does not fail here: the
// caller checks ferror() or file_commit().
NODISCARD bool report_html(struct store *store, const struct findings *findings, const char *folder,
                           FILE *out, struct error *error);
