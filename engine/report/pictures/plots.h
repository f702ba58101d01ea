// Pictures: the plot scripts, run by a python3 that has matplotlib.
#pragma once

#include "base/files/folder.h"

// Draws all pictures that apply to the CSV files in `csv` into the open folder `plots`; the script
// prints their paths on stdout and what does not apply on stderr, unless it is to be silent.
// `format` as "png,svg"; "inline" is what report.html shows. A python3 without matplotlib is an
// error that says what to install.
NODISCARD bool plots_draw(struct arena *arena, const char *csv, const struct folder *plots,
                          const char *format, bool silent, struct error *error);

#define PLOTS_FORMATS "png,svg,inline"
