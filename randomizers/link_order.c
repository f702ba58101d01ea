// link_order: randomizes the order of functions or object files in the program's text.
#include "model/layout.h"
#include "model/toolchain_facts.h"
#include "randomizers/randomizer.h"

enum mode { BY_FUNCTION, BY_OBJECT };
static const char *const modes[] = {"function", "object", NULL};

enum { MODE };
static const struct randomizer_option options[] = {
    [MODE] = {.name = "mode",
              .help = "permute single functions, or whole object files",
              .type = OPTION_CHOICE,
              .choices = modes,
              .fallback = "function"},
};

static const char *const build_draws[] = {"link_order_seed", NULL};
static const char *const no_draws[] = {NULL};

static bool draws_per_build(const struct randomizer_use *use, bool linked)
{
    (void)use;
    return linked;
}

static bool probe(const struct randomizer_use *use, const struct toolchain_facts *facts,
                  struct error *error)
{
    if (!facts->builds)
        return failed(error, EXIT_FAILED,
                      "link_order: eswexp does not link a command: give 'sources', or "
                      "'directory' with 'build'");
    if (facts->linker == LINKER_UNKNOWN)
        return failed(error, EXIT_FAILED,
                      "link_order: this linker cannot set the order: use 'linker: bfd', lld, gold "
                      "or mold");
    if (facts->linker == LINKER_MOLD && use->values[MODE].numbers[0] == BY_OBJECT)
        return failed(error, EXIT_FAILED,
                      "link_order: mold cannot permute whole object files: use 'mode: function', "
                      "or 'linker: bfd', lld or gold");
    return true;
}

// Sorts the objects by `order`, and keeps the order of sections in each object.
static void permute_objects(struct layout *layout, const uint32_t *order, size_t objects,
                            struct arena *scratch)
{
    struct section *sorted = arena_new_array(scratch, struct section, layout->section_count);
    size_t filled = 0;
    for (size_t block = 0; block < objects; block++)
        for (size_t i = 0; i < layout->section_count; i++)
            if (layout->sections[i].object == order[block])
                sorted[filled++] = layout->sections[i];
    for (size_t i = 0; i < filled; i++)
        layout->sections[i] = sorted[i];
}

static void shuffle_objects(struct layout *layout, struct stream *stream)
{
    struct arena scratch = {0};
    size_t objects = 0;
    for (size_t i = 0; i < layout->section_count; i++)
        if (layout->sections[i].object >= objects)
            objects = layout->sections[i].object + 1;
    uint32_t *order = arena_new_array(&scratch, uint32_t, objects);
    for (uint32_t i = 0; i < objects; i++)
        order[i] = i;
    stream_shuffle(stream, order, objects, sizeof *order);
    permute_objects(layout, order, objects, &scratch);
    arena_release(&scratch);
}

static void draw_build(const struct randomizer_use *use, struct stream *stream,
                       struct layout *layout, struct address_layout *address_layout,
                       struct draws *draws)
{
    (void)address_layout;
    uint64_t seed = stream_next(stream);
    struct stream own = stream_from(seed);
    if (use->values[MODE].numbers[0] == BY_OBJECT)
        shuffle_objects(layout, &own);
    else
        stream_shuffle(&own, layout->sections, layout->section_count, sizeof *layout->sections);
    layout->reordered = true;
    draws_add_hex(draws, build_draws[0], seed);
}

const struct randomizer link_order_randomizer = {
    .name = "link_order",
    .summary = "order of functions or object files in the program's text",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .shorthand = MODE,
    .build_draws = build_draws,
    .execution_draws = no_draws,
    .draws_per_build = draws_per_build,
    .probe = probe,
    .draw_build = draw_build,
};
