// The table of randomizers, and the recording of draws.
#include "randomizers/randomizer.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>

// A new randomizer is a const struct in a file of this folder, and a line here.
// clang-format off
#define EVERY_RANDOMIZER(each) \
    each(link_order) \
    each(function_alignment) \
    each(data_order) \
    each(library_order) \
    each(environment_size) \
    each(heap) \
    each(aslr) \
    each(hash_seed)
// clang-format on

#define DECLARE_RANDOMIZER(name) extern const struct randomizer name##_randomizer;
EVERY_RANDOMIZER(DECLARE_RANDOMIZER)

#define ENTER(name) &name##_randomizer,
const struct randomizer *const randomizers[] = {EVERY_RANDOMIZER(ENTER) NULL};

const char *const draw_levels[] = {"build", "execution", NULL};

const struct randomizer *randomizer_find(const char *name)
{
    for (const struct randomizer *const *kind = randomizers; *kind; kind++)
        if (text_equal((*kind)->name, name))
            return *kind;
    return NULL;
}

uint64_t redrawn_seed(const struct randomizer_use *use, uint64_t seed, size_t part)
{
    return use->redrawn >> part & 1 ? seed_from(seed, "second draw") : seed;
}

struct stream part_stream(const struct randomizer_use *use, uint64_t seed, size_t part)
{
    return stream_from(redrawn_seed(use, seed_from(seed, use->kind->parts[part]), part));
}

bool randomizer_check(const struct randomizer_use *use, struct error *error)
{
    return !use->kind->check || use->kind->check(use, error);
}

bool randomizer_is_fixed(const struct randomizer_use *use)
{
    return use->draw || (use->kind->is_fixed && use->kind->is_fixed(use));
}

bool randomizer_draws_per_build(const struct randomizer_use *use, bool linked)
{
    return !use->draw && use->kind->draws_per_build(use, linked);
}

static struct draw *next_draw(struct draws *draws, const char *name)
{
    size_t last = sizeof draws->items / sizeof draws->items[0] - 1;
    struct draw *draw = &draws->items[draws->count <= last ? draws->count++ : last];
    draw->name = name;
    return draw;
}

void draws_add_number(struct draws *draws, const char *name, uint64_t value)
{
    struct draw *draw = next_draw(draws, name);
    snprintf(draw->value, sizeof draw->value, "%" PRIu64, value);
}

void draws_add_hex(struct draws *draws, const char *name, uint64_t value)
{
    struct draw *draw = next_draw(draws, name);
    snprintf(draw->value, sizeof draw->value, "%016" PRIx64, value);
}
