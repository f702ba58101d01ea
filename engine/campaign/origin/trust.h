// Whose campaign is it? What the database of another user's campaign names is not run or packed
// unasked.
#pragma once

#include "base/log.h"
#include "spec/spec.h"
#include "store/store.h"

// What is about to be done with a stored campaign.
struct trust {
    struct arena *arena;
    const struct log *log;
    const char *folder;      // the campaign's
    struct store *store;     // open
    const struct spec *spec; // from the store
    bool builds, executes, packs;
    bool given; // --trust
};

// Why a campaign is somebody else's, as a phrase; NULL: this user began it on this machine. The
// owner of folder and database decides, then the user and the host that the database has; what it
// lacks (earlier versions, clusters) counts as this user's.
const char *trust_stranger(struct arena *arena, const char *folder, struct store *store);

// EXIT_USAGE, unless --trust is given, for somebody else's campaign; the log then has every command
// that would be run and every file and folder that would be packed.
NODISCARD bool trust_demand(const struct trust *trust, struct error *error);
