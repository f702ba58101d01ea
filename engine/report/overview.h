// Many cells at once: which differ, the range of the means, what is missing, and remarks.
#pragma once

#include "analysis/findings.h"
#include "model/verdict.h"

struct overview_line {
    const char *words;
    enum verdict verdict; // of a time only
};

// A title, and lines below it.
struct overview_part {
    const char *title;
    struct overview_line *lines;
    size_t count;
    bool diagnostics; // of steady state and independence
};

struct overview {
    struct overview_part *parts;
    size_t count;
};

// Bounded whatever the number of cells: what is left out is counted, and where it stands is said.
struct overview overview_of(struct arena *arena, const struct findings *findings);

// "12 faster, 3 slower, 380 undecided, 5 not compared" and the cells that differ, of a variant in a
// metric; without lines if nothing was compared.
struct overview_part changed_cells_part(struct arena *arena, const struct findings *findings,
                                        size_t metric, size_t variant);

// Parts and lines grow as they are added to.
void overview_add(struct arena *arena, struct overview_part *part, enum verdict verdict,
                  const char *words);

// Where the numbers of all cells stand: "csv/ratios.csv", or "--json" where there is no campaign.
const char *full_table(const struct findings *findings, const char *file);

// The last sentence: where all cells are.
const char *all_cells_wording(const struct findings *findings);
