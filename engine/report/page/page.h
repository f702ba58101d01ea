// The report of a campaign as one page (report/html/page.h).
#pragma once

#include "analysis/findings.h"

#include <stdio.h>

// Writes the campaign's report.html. The page embeds the pictures (plots/NAME.svg) of the folder
// `pictures`, and links to the files of `folder`, in which it lies; NULL: none. The page stays
// small for any number of cells. The function does not report write errors of the stream: the
// caller checks ferror() or file_commit().
NODISCARD bool report_html(struct store *store, const struct findings *findings,
                           const char *pictures, const char *folder, FILE *out,
                           struct error *error);
