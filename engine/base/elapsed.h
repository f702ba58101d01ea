// How long something takes, shown on the terminal while it runs.
#pragma once

#include "base/arena.h"
#include "base/log.h"
#include "base/text.h"

// Adds "12 s", "1 min 02 s" or "1 h 02 min".
void elapsed_add(struct text *text, double seconds);

// "1.2 ms", "12 s", "1 min 10 s", "2 h 05 min"; in the arena.
const char *time_wording(struct arena *arena, double seconds);

struct elapsed;

// A thread shows "WHAT, 12 s, 30 s left" as the status of the terminal, from now until
// elapsed_end(); off a terminal it prints that as a note, after half a minute and then every
// minute. `expected_s` is the whole duration, 0: unknown. If quiet nothing is shown and nothing
// runs. Messages may be printed meanwhile.
struct elapsed *elapsed_begin(struct arena *arena, const struct log *log, const char *what,
                              double expected_s);
void elapsed_end(struct elapsed *elapsed);

// What is shown from now on.
void elapsed_change(struct elapsed *elapsed, const char *what);
