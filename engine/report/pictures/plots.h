// Pictures: the plot scripts, run by a python3 that has matplotlib.
#pragma once

#include "base/files/folder.h"

#define PLOTS_FORMAT "svg" // report.html embeds it

struct plots_wanted {
    const char *format; // a list such as "svg,pdf"; NULL: PLOTS_FORMAT
    bool all;           // that apply: diagnostics, too, not only what a reader needs
    bool silent;        // else paths are printed, and on stderr the pictures that do not apply
};

// Draws from the CSV files in `csv` into the open folder `plots`. It is an error if no python3 has
// matplotlib; the message names the package to install.
NODISCARD bool plots_draw(struct arena *arena, const char *csv, const struct folder *plots,
                          const struct plots_wanted *wanted, struct error *error);

// Whether drawing into plots/ of the folder began and did not end: some pictures may be missing.
bool plots_unfinished(struct arena *arena, const char *folder);
