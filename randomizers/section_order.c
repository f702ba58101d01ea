// Orders sections by keys that belong to symbols.
#include "randomizers/section_order.h"

#include "base/stream.h"

#include <stdlib.h>

static int by_key(const void *a, const void *b)
{
    const struct section *one = a, *other = b;
    if (one->kind != other->kind)
        return one->kind < other->kind ? -1 : 1;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return (one->ordinal > other->ordinal) - (one->ordinal < other->ordinal);
}

void sections_order(struct section *sections, size_t count, uint64_t seed, bool by_object)
{
    for (size_t i = 0; i < count; i++)
        sections[i].key = seed_from_number(seed, by_object ? sections[i].unit : sections[i].symbol);
    if (count > 0)
        qsort(sections, count, sizeof *sections, by_key);
}
