// Leaves gaps between functions, so that one which a variant has alone moves few of the others.
#include "build/linkers/spread.h"

#include "base/stream.h"

enum {
    ROOM = 16384, // bytes, besides an eighth of the code
    SCALES = 1024,
};

static uint64_t multiple_from(uint64_t bytes, uint64_t modulus)
{
    return (bytes + modulus - 1) / modulus * modulus;
}

static uint64_t modulus_of(const struct section *section)
{
    return section->modulus ? section->modulus : 1;
}

// One eighth to eight tenths larger than the code: a multiple of a twelfth to a third of it, which
// is the same for variants whose code differs little. Where multiples and step change is drawn, so
// that no two variants always lie on two sides of such a place.
static uint64_t region_of(const struct layout *layout)
{
    struct stream stream = stream_from(seed_from(layout->order_seed, "region"));
    uint64_t bytes = ROOM, step = 1;
    for (size_t i = 0; i < layout->section_count; i++)
        bytes += multiple_from(layout->sections[i].offset + layout->sections[i].size,
                               modulus_of(&layout->sections[i]));
    uint64_t largest = (bytes + bytes * stream_below(&stream, SCALES) / SCALES) / 6;
    while (step <= largest / 2)
        step *= 2;
    return multiple_from(bytes + bytes / 8 + stream_below(&stream, step), step);
}

struct section *sections_spread(struct arena *arena, const struct layout *layout)
{
    struct section *sections = arena_new_array(arena, struct section, layout->section_count);
    uint64_t region = region_of(layout), end = 0;
    for (size_t i = 0; i < layout->section_count; i++) {
        struct section *section = &sections[i];
        *section = layout->sections[i];
        uint64_t modulus = modulus_of(section);
        uint64_t home = (section->key >> 32) * region >> 32; // of a region below 4 GiB
        uint64_t begin = multiple_from(end, modulus);
        home -= home % modulus;
        section->gap = home > begin ? home - begin : 0;
        end = begin + section->gap + section->offset + section->size;
    }
    return sections;
}
