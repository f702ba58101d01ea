// One benchmarking crime, and whether the campaign commits it.
#pragma once

enum check_state { CHECK_VOUCHED, CHECK_VIOLATED, CHECK_ASK };

struct check {
    const char *crime; // as the papers name it
    enum check_state state;
    const char *words; // why, with the campaign's own numbers
};
