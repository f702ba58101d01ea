// The pictures of a campaign that stand in its page: FOLDER/plots/NAME.svg.
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
    size_t older; // left out: older than the store
    size_t more;  // left out: diagnostics, and what is beyond the limit of a page
};

// None for a folder without plots/.
struct pictures pictures_of(struct arena *arena, struct store *store, const char *folder);

// Removes pictures older than the store from plots/: a picture that was not redrawn no longer
// applies.
void pictures_remove_older(struct arena *arena, const struct store *store,
                           const struct folder *plots);
