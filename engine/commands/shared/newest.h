// The campaign that is meant where none is named.
#pragma once

#include "commands/shared/command.h"

// The folder of the campaign below `results` that was written last, and a note that names it; NULL:
// EXIT_USAGE, as there is none.
NODISCARD const char *newest_campaign(const struct invocation *invocation, struct error *error);

// The words, or the newest campaign in place of none.
NODISCARD bool campaigns_named(const struct invocation *invocation, struct text_list *folders,
                               struct error *error);
