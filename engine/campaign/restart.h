// Starting the cells of a campaign anew whose samples would be of another kind now.
#pragma once

#include "campaign/provenance.h"

// Stores what has changed, with an event that says when, why and of which cells; what was measured
// of them is kept, as of an earlier identity. `missing` as for provenance_record().
NODISCARD bool restart_begin(const struct local_executor *executor, const struct changes *changes,
                             const struct text_list *missing, struct error *error);
