// A campaign's folder: found or made, and undone if nothing came of it.
#pragma once

#include "base/arena.h"
#include "base/error.h"

// `out` as given, else results/NAME/ID below the working directory, ID from the time (UTC).
const char *campaign_folder(struct arena *arena, const char *out, const char *name);

// Makes the folder and shows that it can be written to. One that holds a campaign is EXIT_USAGE.
// `*made` tells whether it is new.
NODISCARD bool folder_take(struct arena *arena, const char *folder, bool *made,
                           struct error *error);

// Removes the campaign's files, and the folder if it was made for them.
void folder_undo(struct arena *arena, const char *folder, bool made);
