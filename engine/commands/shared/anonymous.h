// Results without who measured them and where, for a review without names.
#pragma once

#include "store/identity.h"

// Writes the store of the folder `campaign`, without its identity, to campaign.db in the folder
// `to`.
NODISCARD bool anonymous_copy(struct store *store, const struct identity *identity, const char *to,
                              struct error *error);

// False with the file's name if a file below the folder has a part of the identity.
NODISCARD bool anonymous_check(const struct identity *identity, const char *folder,
                               struct error *error);
