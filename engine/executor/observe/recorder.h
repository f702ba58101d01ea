// Where observations of executions go: the campaign's store, the log, and warnings to both.
#pragma once

#include "base/log.h"
#include "base/text.h"
#include "store/store.h"

struct recorder {
    struct arena *arena;
    const struct log *log;
    struct store *store;
    struct text_list warned; // by recorder_warn_once()
};

// Warns, and stores the text as an event of that kind, for the report.
NODISCARD bool recorder_warn(struct recorder *recorder, const char *kind, const char *text,
                             struct error *error);

// The same, but warns once a session and stores once a campaign.
NODISCARD bool recorder_warn_once(struct recorder *recorder, const char *kind, const char *text,
                                  struct error *error);
