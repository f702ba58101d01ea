// Pictures: the plot scripts, run by a python3 that has matplotlib.
#pragma once

#include "base/files/folder.h"

// Draws all pictures that apply to the CSV files in `csv` into the open folder `plots`. Unless
// `silent`, the script prints their paths on stdout and the pictures that do not apply on stderr.
// `format` is a list such as "svg,pdf"; report.html embeds SVG. It is an error if no python3 has
// matplotlib; the message names the package to install.
NODISCARD bool plots_draw(struct arena *arena, const char *csv, const struct folder *plots,
                          const char *format, bool silent, struct error *error);

#define PLOTS_FORMATS "svg"

// Whether drawing into plots/ of the folder began and did not end: some pictures may be missing.
bool plots_unfinished(struct arena *arena, const char *folder);
