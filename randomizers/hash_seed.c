// hash_seed: randomizes the seed of the hash functions of interpreters, and so the order of sets
// and hashes. docs/projects.md, "Programs that are not built".
#include "model/toolchain_facts.h"
#include "randomizers/randomizer.h"

enum { SEED, LEVEL };
static const struct randomizer_option options[] = {
    [SEED] = {.name = "seed",
              .help = "a fixed seed, nothing is drawn",
              .type = OPTION_NUMBER,
              .low = 0,
              .high = UINT32_MAX},
    [LEVEL] = {.name = "level",
               .help = "draw for every build, or every execution",
               .type = OPTION_CHOICE,
               .choices = draw_levels,
               .fallback = "build"},
};

static const char *const both_draws[] = {"hash_seed_value", NULL};

static bool is_fixed(const struct randomizer_use *use)
{
    return use->values[SEED].count > 0;
}

static bool draws_per_build(const struct randomizer_use *use, bool linked)
{
    (void)linked;
    return !is_fixed(use) && use->values[LEVEL].numbers[0] == DRAW_BUILD;
}

static bool probe(const struct randomizer_use *use, const struct toolchain_facts *facts,
                  struct error *error)
{
    (void)use, (void)facts, (void)error;
    return true;
}

// From 1, because 0 switches the randomization of Python and Perl off.
static void draw(const struct randomizer_use *use, struct stream *stream,
                 struct address_layout *address_layout, struct draws *draws)
{
    address_layout->seeds_hashes = true;
    address_layout->hash_seed = is_fixed(use) ? (uint32_t)use->values[SEED].numbers[0]
                                              : (uint32_t)stream_multiple(stream, 1, UINT32_MAX, 1);
    draws_add_number(draws, both_draws[0], address_layout->hash_seed);
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

const struct randomizer hash_seed_randomizer = {
    .name = "hash_seed",
    .summary = "seed of the hash functions of Python and Perl",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .shorthand = SEED,
    .build_draws = both_draws,
    .execution_draws = both_draws,
    .interpreters = true,
    .draws_per_build = draws_per_build,
    .is_fixed = is_fixed,
    .probe = probe,
    .draw_build = draw_build,
    .draw_execution = draw_execution,
};
