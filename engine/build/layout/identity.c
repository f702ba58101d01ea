// Which function of one variant is which of another: hashes of stable names.
#include "build/layout/identity.h"

#include "base/stream.h"
#include "build/layout/stable_name.h"

#include <stdlib.h>

struct named {
    uint64_t hash;
    size_t index;
};

static int by_hash(const void *a, const void *b)
{
    const struct named *one = a, *other = b;
    if (one->hash != other->hash)
        return one->hash < other->hash ? -1 : 1;
    return (one->index > other->index) - (one->index < other->index);
}

// Numbers those of the same hash, and mixes the number in.
static void tell_apart(struct named *named, size_t count)
{
    qsort(named, count, sizeof *named, by_hash);
    uint64_t number = 0, before = 0;
    for (size_t i = 0; i < count; i++) {
        number = i && named[i].hash == before ? number + 1 : 0;
        before = named[i].hash;
        named[i].hash = seed_from_number(before, number);
    }
}

static void identify_units(struct arena *scratch, struct placed_sections *placed)
{
    uint32_t count = 0;
    struct named *units = arena_new_array(scratch, struct named, placed->count);
    uint64_t *hashes = arena_new_array(scratch, uint64_t, placed->count);
    for (size_t i = 0; i < placed->count; i++)
        if (placed->items[i].object == count) {
            units[count] =
                (struct named){seed_from(0, stable_object(scratch, placed->items[i].file)), count};
            count++;
        }
    tell_apart(units, count);
    for (uint32_t i = 0; i < count; i++)
        hashes[units[i].index] = units[i].hash;
    for (size_t i = 0; i < placed->count; i++)
        placed->items[i].unit = hashes[placed->items[i].object];
}

// The first of a name has that name alone, wherever its object lies; the others, and the code or
// data of whole objects, have that of their object, too.
static void identify_sections(struct arena *scratch, struct placed_sections *placed)
{
    struct named *named = arena_new_array(scratch, struct named, placed->count);
    for (size_t i = 0; i < placed->count; i++)
        named[i] = (struct named){seed_from(0, stable_name(scratch, placed->items[i].name)), i};
    qsort(named, placed->count, sizeof *named, by_hash);
    uint64_t before = 0;
    for (size_t i = 0; i < placed->count; i++) {
        const struct section *section = &placed->items[named[i].index];
        bool again = i && named[i].hash == before;
        before = named[i].hash;
        if (again || section_is_whole(section->name))
            named[i].hash = seed_from(before, stable_object(scratch, section->file));
    }
    tell_apart(named, placed->count);
    for (size_t i = 0; i < placed->count; i++)
        placed->items[named[i].index].symbol = named[i].hash;
}

void sections_identify(struct placed_sections *placed)
{
    struct arena scratch = {0};
    identify_sections(&scratch, placed);
    identify_units(&scratch, placed);
    arena_release(&scratch);
}
