// What gathers the reservations of one comparison.
#pragma once

#include "analysis/events.h"
#include "report/compare/reservations.h"

// What was not randomized in a campaign, or not function by function, or says nothing of the code.
struct gap {
    struct event_place place;
    enum note_kind kind;
    const char *text; // without the place
};

struct gaps {
    struct gap *items;
    size_t count;
};

// One side of a comparison.
struct side {
    const char *variant;
    const struct findings *findings;
    const struct gaps *gaps;                      // of the campaign
    const struct estimate *estimate;              // NULL: not measured
    const struct cell_findings *cell;             // of this or the other side's estimate, or NULL
    const struct series_diagnostics *diagnostics; // or NULL
    size_t cell_index, index;                     // in the catalogue; index: of the variant
};

// One comparison while its reservations are gathered.
struct gathering {
    struct arena *arena;
    const struct comparison *comparison;
    const struct comparison_sources *sources;
    struct side sides[2];
    struct text_list texts[NOTE_KINDS];
};

// Adds a reservation unless the text is NULL or there already.
void gathering_add(struct gathering *gathering, enum note_kind kind, const char *text);

// Adds a text of one side or, if the other has the same, of both. Either may be NULL.
void gathering_add_of_sides(struct gathering *gathering, enum note_kind kind, const char *old,
                            const char *new);

bool gathering_is_one_campaign(const struct gathering *gathering);

// The blocks on which the verdict rests: pairs, or the top units of the side with fewer.
size_t comparison_blocks(const struct comparison *comparison);

// What was not randomized in a campaign.
struct gaps gaps_in(struct arena *arena, const struct findings *findings);

// Failed executions, factors and libraries that were not randomized, layouts that are alike.
void gather_programs(struct gathering *gathering);

// Drift, the canary, interference.
void gather_time(struct gathering *gathering);

// Few blocks, blocks that depend on each other.
void gather_blocks(struct gathering *gathering);
