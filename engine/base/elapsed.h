// How long something takes, shown on the terminal while it runs.
#pragma once

#include "base/arena.h"
#include "base/log.h"
#include "base/text.h"

// Adds "12 s", "1 min 02 s" or "1 h 02 min".
void elapsed_add(struct text *text, double seconds);

struct elapsed;

// A thread shows "WHAT, 12 s, 30 s left" as the status of the terminal, from now until
// elapsed_end(). `what` is copied to the arena; `expected_s` is the whole duration, 0: unknown. Off
// a terminal or if quiet nothing is shown and nothing runs. Messages may be printed meanwhile.
struct elapsed *elapsed_begin(struct arena *arena, const struct log *log, const char *what,
                              double expected_s);
void elapsed_end(struct elapsed *elapsed);
