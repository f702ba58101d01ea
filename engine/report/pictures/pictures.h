// The pictures of a campaign that stand in its page: FOLDER/plots/NAME.inline.svg.
#pragma once

#include "base/files/folder.h"
#include "store/store.h"

struct picture {
    const char *name, *path;    // "ratios-wall_time", and the file
    const char *stem, *caption; // "ratios", and what such a picture shows
};

struct pictures {
    struct picture *items; // in the order of reading, at most some dozens
    size_t count;
    size_t older; // left out: they show less than the store has by now
    size_t more;  // left out: enough is enough
};

// Of a folder without plots/: none.
struct pictures pictures_of(struct arena *arena, struct store *store, const char *folder);

// Removes those of an earlier state from plots/: once all are drawn anew, what they showed is no
// more.
void pictures_remove_older(struct arena *arena, const struct store *store,
                           const struct folder *plots);
