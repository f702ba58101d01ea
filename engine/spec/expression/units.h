// Units as products of powers, for multiplying and dividing quantities in "s", "B/s" and the like.
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

enum { UNITS_MOST = 6 };

struct unit_power {
    const char *symbol;
    int power;
};

struct units {
    bool known;   // false: products with it are not known either
    size_t count; // 0: a plain number
    struct unit_power items[UNITS_MOST];
};

// "s", "1/s", "B/s", "".
struct units units_of(struct arena *arena, const char *unit);

// a·b, or a/b.
struct units units_product(const struct units *a, const struct units *b, bool divided);

bool units_equal(const struct units *a, const struct units *b);

// As written; "" of a plain number and of what is not known.
const char *units_wording(struct arena *arena, const struct units *units);
