// Restarting the cells of a campaign that a change affects.
#pragma once

#include "campaign/origin/provenance.h"

// Stores the changes, with an event that names the time, the reasons and the cells. Earlier samples
// of these cells stay in the store, separate from the new ones.
NODISCARD bool restart_begin(const struct executor *executor, struct store *store,
                             const struct changes *changes, struct error *error);
