// Orders sections by keys that belong to symbols.
#include "randomizers/section_order.h"

#include "base/arena.h"
#include "base/stream.h"

#include <stdlib.h>

struct keyed {
    uint64_t key;
    struct section section;
};

static int by_key(const void *a, const void *b)
{
    const struct keyed *one = a, *other = b;
    if (one->section.kind != other->section.kind)
        return one->section.kind < other->section.kind ? -1 : 1;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return (one->section.ordinal > other->section.ordinal) -
           (one->section.ordinal < other->section.ordinal);
}

void sections_order(struct section *sections, size_t count, uint64_t seed, bool by_object)
{
    struct arena scratch = {0};
    struct keyed *keyed = arena_new_array(&scratch, struct keyed, count);
    for (size_t i = 0; i < count; i++) {
        uint64_t owner = by_object ? sections[i].unit : sections[i].symbol;
        keyed[i] = (struct keyed){seed_from_number(seed, owner), sections[i]};
    }
    qsort(keyed, count, sizeof *keyed, by_key);
    for (size_t i = 0; i < count; i++)
        sections[i] = keyed[i].section;
    arena_release(&scratch);
}
