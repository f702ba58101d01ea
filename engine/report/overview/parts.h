// Parts of an overview, and the file that holds the numbers of all cells.
#pragma once

#include "analysis/findings.h"
#include "model/verdict.h"

struct overview_line {
    const char *words;
    enum verdict verdict; // of a time only
};

// A row of a table of means.
struct overview_row {
    const char *name; // of the benchmark, with its variant if there are several
    const struct estimate *estimate;
};

// A title, and a table or lines below it.
struct overview_part {
    const char *title;
    struct overview_row *rows;
    size_t row_count;
    struct overview_line *lines;
    size_t count;
    bool diagnostics; // of steady state and independence
};

struct overview {
    struct overview_part *parts;
    size_t count;
};

// Adds a line to a part; the array of lines grows as needed.
void overview_add(struct arena *arena, struct overview_part *part, enum verdict verdict,
                  const char *words);

// Adds a part unless it is empty.
void overview_add_part(struct arena *arena, struct overview *overview,
                       const struct overview_part *part);

// The file with the numbers of all cells: "csv/ratios.csv", or "--json" for samples without a
// campaign.
const char *full_table(const struct findings *findings, const char *file);

// The last sentence of an overview: it names the files with all cells.
const char *all_cells_wording(const struct findings *findings);
