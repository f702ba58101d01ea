// A campaign's folder: made and locked, and removed again if nothing was measured.
#pragma once

#include "base/arena.h"
#include "base/error.h"

// Returns `out` if given, else HOME/NAME/ID with an ID from the time (UTC), relative to the working
// directory. Whether it exists is for folder_take_free().
const char *campaign_folder(struct arena *arena, const char *out, const char *home,
                            const char *name);

// A folder locked for one campaign until it is released.
struct campaign_folder {
    const char *path;
    const char *made; // the topmost folder of the path that was made, or NULL
    int lock;
};

// Makes and locks the folder. EXIT_USAGE: it holds a campaign, finished or running.
NODISCARD bool folder_take(struct arena *arena, const char *path, struct campaign_folder *folder,
                           struct error *error);

// Makes and locks a new folder: PATH, or the first of PATH-2, PATH-3, … that nobody has made.
NODISCARD bool folder_take_free(struct arena *arena, const char *path,
                                struct campaign_folder *folder, struct error *error);

// Locks the folder of a campaign that is resumed. EXIT_USAGE: another process has it.
NODISCARD bool folder_retake(const char *path, struct campaign_folder *folder, struct error *error);

// Whether a process has locked it. False: that cannot be told (EXIT_FAILED).
NODISCARD bool folder_taken(const char *path, bool *taken, struct error *error);

// Releases the lock. If the campaign is not `kept`, removes its files and the made folders that are
// empty.
void folder_release(struct arena *arena, struct campaign_folder *folder, bool kept);
