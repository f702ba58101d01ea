// Who measured a store, and where: what a review without names must not see.
#pragma once

#include "base/text.h"
#include "store/store.h"

// What tells it. Common words, such as root or build, tell nothing.
struct identity {
    struct arena *arena;
    struct text_list names;            // of hosts and users
    struct text_list folders, instead; // absolute, longer ones first; what stands for each
};

// Of the store's campaign, in the folder `campaign`, and of this process.
NODISCARD bool identity_of(struct arena *arena, struct store *store, const char *campaign,
                           struct identity *identity, struct error *error);

// The text with "anonymous" for names, and with folders relative to the experiment or as "~".
char *identity_left_out(const struct identity *identity, const char *text);

// The first name or folder in the bytes, or NULL.
const char *identity_found(const struct identity *identity, const char *bytes, size_t size);

// Leaves it out of every text of a store that is open for writing; no page of the file keeps it.
NODISCARD bool store_anonymise(struct store *store, const struct identity *identity,
                               struct error *error);
