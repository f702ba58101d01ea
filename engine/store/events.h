// Events: what a campaign does not measure but a reader of its report should know.
#pragma once

#include "store/store.h"

// Kinds of events that others look for: programs that every layout relinks; a factor is not
// randomized; functions move together.
#define EVENT_RELINKED "relinked"
#define EVENT_LAYOUT "layout"
#define EVENT_WHOLE_OBJECTS "whole objects"
#define EVENT_NO_SAMPLES "no samples"
// A process runs until a clock says so; the trial had no time to look; it could not see which files
// are opened; exit codes differ.
#define EVENT_CLOCK_AIM "clock aim"
#define EVENT_CLOCK_UNTRIED "clock untried"
#define EVENT_INPUTS_UNSEEN "inputs unseen"
#define EVENT_EXIT_CODES "exit codes"
// Files of harnesses were measured with different machines, tools or options.
#define EVENT_CONDITIONS "conditions"

// Writes one event: something was dropped, not randomized, extended.
NODISCARD bool store_event(struct store *store, const char *kind, const char *text,
                           struct error *error);

// The same, unless an event with this text is there already.
NODISCARD bool store_event_once(struct store *store, const char *kind, const char *text,
                                struct error *error);

// The same, in place of all earlier events of the kind.
NODISCARD bool store_event_instead(struct store *store, const char *kind, const char *text,
                                   struct error *error);

struct event_row {
    const char *at, *kind, *text; // `at`: UTC
};
// All events, in the order in which they were written.
NODISCARD bool store_events(struct store *store, struct arena *arena, struct event_row **rows,
                            size_t *count, struct error *error);
