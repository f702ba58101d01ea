// A campaign's folder: found or made, and undone if nothing came of it.
#pragma once

#include "base/arena.h"
#include "base/error.h"

// `out` as given, else HOME/NAME/ID, ID from the time (UTC); relative to the working directory.
const char *campaign_folder(struct arena *arena, const char *out, const char *home,
                            const char *name);

// A folder taken for one campaign: locked until it is released, so that no other takes it.
struct campaign_folder {
    const char *path;
    const char *made; // by us: it, or the first of the folders above it; or NULL
    int lock;
};

// Makes the folder and shows that it can be written to. One that holds a campaign, finished or
// under way, is EXIT_USAGE.
NODISCARD bool folder_take(struct arena *arena, const char *path, struct campaign_folder *folder,
                           struct error *error);

// Takes the folder of a campaign that is to be gone on with. One that another process has is
// EXIT_USAGE.
NODISCARD bool folder_retake(const char *path, struct campaign_folder *folder, struct error *error);

// Whether some process has taken it.
bool folder_is_taken(const char *path);

// Ends the lock; if nothing was `kept`, removes the campaign's files, and what was made as far as
// it is empty.
void folder_release(struct arena *arena, struct campaign_folder *folder, bool kept);
