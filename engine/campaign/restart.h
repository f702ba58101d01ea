// Restarting the cells of a campaign whose samples would be of another kind now.
#pragma once

#include "campaign/provenance.h"

// Stores what has changed, with an event that names the time, the reasons and the cells. Their
// earlier samples stay in the store, apart.
NODISCARD bool restart_begin(const struct executor *executor, struct store *store,
                             const struct changes *changes, struct error *error);
