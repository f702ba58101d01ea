// --until: a time of day, a date, or a duration, as a deadline.
#pragma once

#include "base/error.h"

#include <stdint.h>

// "06:30" (the next time it is that late here), "2026-01-31T06:30", "2026-01-31 06:30:00", all
// local time, or "90min" from now, as nanoseconds of the boot clock; NULL gives 0, no deadline.
// EXIT_USAGE for anything else, and for a time in the past.
NODISCARD bool until_read(const char *word, int64_t *deadline_ns, struct error *error);
