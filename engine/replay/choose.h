// Which build of a campaign is meant.
#pragma once

#include "base/log.h"
#include "base/text.h"
#include "randomizers/randomizer.h"
#include "store/results/catalogue.h"
#include "store/results/rows.h"

// Ranks are by the build's mean of its first metric, in the real experiment or, without one, in the
// pilot.
enum rank { RANK_NONE, RANK_BEST, RANK_MEDIAN, RANK_WORST };

struct build_wish {
    const char *benchmark, *variant; // NULL: the only one
    struct text_list points;         // "AXIS=VALUE" each
    enum rank rank;                  // RANK_NONE: by `number`
    size_t number;                   // of its block, over both phases
};

struct chosen_build {
    size_t cell, variant;
    enum phase phase;
    size_t number;
    const char *layout_id, *binary_sha256; // "": nothing is built
    struct draw_names names;
    const char **draws; // by `names`; "": none
    size_t ranked;      // builds of the same cell and variant that it was chosen from; 0: named
};

// Finds it in the store. EXIT_USAGE, with all mistakes in the log, if there is none, or several
// cells or variants fit: then the message lists them.
NODISCARD bool choose_build(struct store *store, struct arena *arena, const struct log *log,
                            const struct catalogue *catalogue, const struct build_wish *wish,
                            struct chosen_build *chosen, struct error *error);

// All builds of the real experiment that were executed.
struct chosen_builds {
    struct chosen_build *items; // by number
    double *means;              // of their executions' means of the first metric
    size_t count;
    size_t cell, variant, metric; // indices in the catalogue
};

// Finds those of a cell and variant; `wish` without rank and number. Errors as choose_build().
NODISCARD bool choose_builds(struct store *store, struct arena *arena, const struct log *log,
                             const struct catalogue *catalogue, const struct build_wish *wish,
                             struct chosen_builds *chosen, struct error *error);

// "block 7 of 'sort', variant 'main', n=100".
const char *chosen_wording(struct arena *arena, const struct catalogue *catalogue,
                           const struct chosen_build *chosen);
