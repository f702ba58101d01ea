// Uses of randomizers, and what they draw.
#pragma once

#include "testing.h"

#include "base/stream.h"
#include "base/text.h"
#include "model/layout.h"
#include "randomizers/options.h"
#include "randomizers/randomizer.h"

#include <string.h>

static inline struct randomizer_use use_of(const char *name)
{
    const struct randomizer *kind = randomizer_find(name);
    assert_non_null(kind);
    return randomizer_use_default(kind);
}

static inline size_t option_index(const struct randomizer *kind, const char *name)
{
    size_t index = 0;
    while (index < kind->option_count && !text_equal(kind->options[index].name, name))
        index++;
    assert_true(index < kind->option_count);
    return index;
}

static inline void set(struct randomizer_use *use, const char *option, const char *word)
{
    struct error error = {0};
    if (!randomizer_set(use, option_index(use->kind, option), &word, 1, &error))
        fail_msg("%s", error.text);
}

static inline const char *refusal(struct randomizer_use *use, const char *option, const char *word)
{
    static struct error error;
    assert_false(randomizer_set(use, option_index(use->kind, option), &word, 1, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    return error.text;
}

// Six sections of three objects.
static inline struct layout six_sections(struct section *sections)
{
    static const struct section linked[] = {
        {.name = ".text.a", .file = "1.o", .symbol = 97, .unit = 1, .ordinal = 0, .object = 0},
        {.name = ".text.b", .file = "1.o", .symbol = 98, .unit = 1, .ordinal = 1, .object = 0},
        {.name = ".text.c", .file = "2.o", .symbol = 99, .unit = 2, .ordinal = 2, .object = 1},
        {.name = ".text.d", .file = "3.o", .symbol = 100, .unit = 3, .ordinal = 3, .object = 2},
        {.name = ".text.e", .file = "3.o", .symbol = 101, .unit = 3, .ordinal = 4, .object = 2},
        {.name = ".text.f", .file = "3.o", .symbol = 102, .unit = 3, .ordinal = 5, .object = 2},
    };
    memcpy(sections, linked, sizeof linked);
    return (struct layout){.sections = sections, .section_count = 6};
}

static inline struct draws draw_build(const struct randomizer_use *use, uint64_t seed,
                                      struct layout *layout, struct address_layout *address_layout)
{
    struct draws draws = {0};
    struct stream stream = stream_from(seed);
    use->kind->draw_build(use, &stream, layout, address_layout, &draws);
    return draws;
}
