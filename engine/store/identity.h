// Who measured a store, and where: what a review without names must not see.
#pragma once

#include "base/text.h"
#include "store/store.h"

// A name or a folder that tells it, and what stands for it.
struct telling {
    const char *text, *instead;
    bool folder;
};

struct identity {
    struct arena *arena;
    struct telling *items; // longer ones first
    size_t count;
    struct text_list vague; // names that are too short or too common to be found in texts
};

// Of the store's campaign, in the folder `campaign`, and of this process.
NODISCARD bool identity_of(struct arena *arena, struct store *store, const char *campaign,
                           struct identity *identity, struct error *error);

// The text with "anonymous" for names, folders relative to the experiment's or as "~", and
// "/anonymous" for any other absolute path that is not of the system.
char *identity_left_out(const struct identity *identity, const char *text);

// The first name or folder in the bytes, or NULL.
const char *identity_found(const struct identity *identity, const char *bytes, size_t size);

// False with all of them if files below the folder, or their names, have a part of the identity.
NODISCARD bool identity_is_left_out(const struct identity *identity, const char *folder,
                                    struct error *error);

// Leaves it out of every text of a store that is open for writing; no page of the file keeps it.
NODISCARD bool store_anonymise(struct store *store, const struct identity *identity,
                               struct error *error);
