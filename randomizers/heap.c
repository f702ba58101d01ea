// heap: randomizes where the heap starts, and what lies at its begin. docs/layouts.md, "Heap".
#include "model/level.h"
#include "model/toolchain_facts.h"
#include "randomizers/randomizer.h"

enum { LEAST = 16, MOST = 16 << 20, BLOCKS_MOST = 255 };

enum { MAX, BLOCKS, LEVEL };
static const struct randomizer_option options[] = {
    [MAX] = {.name = "max",
             .help = "most bytes by which the heap starts later",
             .type = OPTION_SIZE,
             .low = LEAST,
             .high = MOST,
             .fallback = "65536"},
    [BLOCKS] = {.name = "blocks",
                .help = "blocks of drawn sizes, every other one freed",
                .type = OPTION_SIZE,
                .low = 0,
                .high = BLOCKS_MOST,
                .fallback = "0"},
    [LEVEL] = {.name = "level",
               .help = "draw for every build, or every execution",
               .type = OPTION_CHOICE,
               .choices = draw_levels,
               .fallback = "build"},
};

enum { BYTES, SEED };
static const char *const both_draws[] = {[BYTES] = "heap_bytes", [SEED] = "heap_seed", NULL};

static bool draws_per_build(const struct randomizer_use *use, bool linked)
{
    (void)linked;
    return use->values[LEVEL].numbers[0] == DRAW_BUILD;
}

static bool probe(const struct randomizer_use *use, const struct toolchain_facts *facts,
                  struct error *error)
{
    (void)use;
    if (facts->preload_error)
        return failed(error, EXIT_FAILED, "heap: %s, or set it to 'off'", facts->preload_error);
    return !facts->preload_refusal ||
           failed(error, EXIT_FAILED,
                  "heap: the program %s, so it loads no library that moves its heap: set it to "
                  "'off', or use a program that is linked dynamically",
                  facts->preload_refusal);
}

static void draw(const struct randomizer_use *use, struct stream *stream,
                 struct address_layout *address_layout, struct draws *draws)
{
    const struct option_value *values = use->values;
    address_layout->moves_heap = true;
    address_layout->heap_bytes = stream_multiple(stream, 0, values[MAX].numbers[0], 16);
    address_layout->heap_blocks = (uint32_t)values[BLOCKS].numbers[0];
    draws_add_number(draws, both_draws[BYTES], address_layout->heap_bytes);
    if (!address_layout->heap_blocks)
        return;
    address_layout->heap_seed = stream_next(stream);
    draws_add_hex(draws, both_draws[SEED], address_layout->heap_seed);
}

static void draw_build(const struct randomizer_use *use, struct stream *stream,
                       struct layout *layout, struct address_layout *address_layout,
                       struct draws *draws)
{
    (void)layout;
    if (draws_per_build(use, false))
        draw(use, stream, address_layout, draws);
}

static void draw_execution(const struct randomizer_use *use, struct stream *stream,
                           struct address_layout *address_layout, struct draws *draws)
{
    if (!draws_per_build(use, false))
        draw(use, stream, address_layout, draws);
}

const struct randomizer heap_randomizer = {
    .name = "heap",
    .summary = "start of the heap, by a preloaded library",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .shorthand = MAX,
    .build_draws = both_draws,
    .execution_draws = both_draws,
    .draws_per_build = draws_per_build,
    .probe = probe,
    .draw_build = draw_build,
    .draw_execution = draw_execution,
};
