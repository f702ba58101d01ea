// Units as powers.
#include "spec/expression/units.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { POWER_MOST = 99 };

// Takes out what cancels; what grows beyond all bounds is not known any more.
static void add_power(struct units *units, const char *symbol, int power)
{
    size_t i = 0;
    while (i < units->count && !text_equal(units->items[i].symbol, symbol))
        i++;
    if (i == UNITS_MOST) {
        units->known = false;
        return;
    }
    if (i == units->count)
        units->items[units->count++] = (struct unit_power){symbol, 0};
    units->items[i].power += power;
    if (abs(units->items[i].power) > POWER_MOST)
        units->known = false;
    if (units->items[i].power == 0)
        units->items[i] = units->items[--units->count];
}

struct units units_of(struct arena *arena, const char *unit)
{
    struct units units = {.known = true};
    const char *slash = strchr(unit, '/');
    size_t length = slash ? (size_t)(slash - unit) : strlen(unit);
    const char *above = arena_strndup(arena, unit, length);
    if (*above && !text_equal(above, "1"))
        add_power(&units, above, 1);
    if (slash && slash[1])
        add_power(&units, slash + 1, -1);
    return units;
}

struct units units_product(const struct units *a, const struct units *b, bool divided)
{
    struct units product = *a;
    product.known = a->known && b->known;
    for (size_t i = 0; product.known && i < b->count; i++)
        add_power(&product, b->items[i].symbol, divided ? -b->items[i].power : b->items[i].power);
    return product;
}

static int power_of(const struct units *units, const char *symbol)
{
    for (size_t i = 0; i < units->count; i++)
        if (text_equal(units->items[i].symbol, symbol))
            return units->items[i].power;
    return 0;
}

bool units_equal(const struct units *a, const struct units *b)
{
    bool equal = a->known && b->known && a->count == b->count;
    for (size_t i = 0; equal && i < a->count; i++)
        equal = power_of(b, a->items[i].symbol) == a->items[i].power;
    return equal;
}

static void add_side(struct text *words, const struct units *units, int sign)
{
    const char *between = "";
    for (size_t i = 0; i < units->count; i++) {
        int power = sign * units->items[i].power;
        if (power <= 0)
            continue;
        text_printf(words, "%s%s", between, units->items[i].symbol);
        if (power > 1)
            text_printf(words, "^%d", power);
        between = sign > 0 ? "·" : "/";
    }
}

const char *units_wording(struct arena *arena, const struct units *units)
{
    TEXT_CLEANUP struct text above = {0};
    TEXT_CLEANUP struct text below = {0};
    if (!units->known || !units->count)
        return "";
    add_side(&above, units, 1);
    add_side(&below, units, -1);
    return arena_printf(arena, "%s%s%s", above.length ? above.bytes : "1", below.length ? "/" : "",
                        below.length ? below.bytes : "");
}
