// Starting the cells of a campaign anew whose samples would be of another kind now.
#pragma once

#include "campaign/origin.h"

// Stores what has changed, with an event that says when, why and of which cells; what was measured
// of them is kept, as of an earlier identity. `missing` as for origin_record().
NODISCARD bool renewal_begin(const struct workbench *workbench, const struct changes *changes,
                             const struct text_list *missing, struct error *error);
