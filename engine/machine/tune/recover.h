// Restoring what an earlier campaign tuned and left behind.
#pragma once

#include "base/error.h"
#include "base/log.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Restores the settings that a killed campaign left, with a note; does nothing while the campaign
// lives. Returns how many settings it could not restore. It warns of them unless that number is
// `told`: a caller that tries again passes the last result, so that each warning comes once.
#define TUNE_UNKNOWN SIZE_MAX
size_t tune_recover(const struct log *log, size_t told);

// Whether this user has tuned this machine and not restored it.
bool tune_is_on(void);

// Warns where another user's campaign has tuned this machine and not restored it.
void tune_warn_of_another(const struct log *log);

// Restores on demand, and logs what it did, or that there is nothing to do. EXIT_UNFIT: the
// campaign that tuned the machine lives, the journal cannot be trusted, or it is another user's.
// EXIT_FAILED: some setting could not be restored.
NODISCARD bool tune_restore(const struct log *log, struct error *error);
