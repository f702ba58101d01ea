// environment_size: randomizes the size of the environment, which moves the stack by as many bytes.
#include "model/layout.h"
#include "model/toolchain_facts.h"
#include "randomizers/randomizer.h"

#include <inttypes.h>

// Linux limits a string to 131071 bytes, and one string is the padding.
enum { LEAST = 64, MOST = 131072 };

enum { MIN, MAX, FIXED, LEVEL };
static const struct randomizer_option options[] = {
    [MIN] = {.name = "min",
             .help = "smallest size of the whole environment in bytes",
             .type = OPTION_SIZE,
             .low = LEAST,
             .high = MOST,
             .fallback = "256"},
    [MAX] = {.name = "max",
             .help = "largest size; drawn in steps of 16",
             .type = OPTION_SIZE,
             .low = LEAST,
             .high = MOST,
             .fallback = "4096"},
    [FIXED] = {.name = "bytes",
               .help = "a fixed size, nothing is drawn (for a sweep over ${size})",
               .type = OPTION_SIZE,
               .low = LEAST,
               .high = MOST},
    [LEVEL] = {.name = "level",
               .help = "draw for every build, or every execution",
               .type = OPTION_CHOICE,
               .choices = draw_levels,
               .fallback = "build"},
};

static const char *const both_draws[] = {"environment_bytes", NULL};

static bool is_fixed(const struct randomizer_use *use)
{
    return use->values[FIXED].count > 0;
}

static bool draws_per_build(const struct randomizer_use *use, bool linked)
{
    (void)linked;
    return !is_fixed(use) && use->values[LEVEL].numbers[0] == DRAW_BUILD;
}

static bool check(const struct randomizer_use *use, struct error *error)
{
    uint64_t low = use->values[MIN].numbers[0], high = use->values[MAX].numbers[0];
    if (!is_fixed(use) && (low + 15) / 16 * 16 > high)
        return failed(error, EXIT_USAGE,
                      "no multiple of 16 lies between 'min' %" PRIu64 " and 'max' %" PRIu64
                      " of 'environment_size'",
                      low, high);
    return true;
}

static bool probe(const struct randomizer_use *use, const struct toolchain_facts *facts,
                  struct error *error)
{
    (void)use, (void)facts, (void)error;
    return true;
}

static void draw(const struct randomizer_use *use, struct stream *stream,
                 struct address_layout *address_layout, struct draws *draws)
{
    const struct option_value *values = use->values;
    address_layout->environment_bytes =
        is_fixed(use) ? values[FIXED].numbers[0]
                      : stream_multiple(stream, values[MIN].numbers[0], values[MAX].numbers[0], 16);
    draws_add_number(draws, both_draws[0], address_layout->environment_bytes);
}

static void draw_build(const struct randomizer_use *use, struct stream *stream,
                       struct layout *layout, struct address_layout *address_layout,
                       struct draws *draws)
{
    if (draws_per_build(use, layout != NULL))
        draw(use, stream, address_layout, draws);
}

static void draw_execution(const struct randomizer_use *use, struct stream *stream,
                           struct address_layout *address_layout, struct draws *draws)
{
    if (!draws_per_build(use, false))
        draw(use, stream, address_layout, draws);
}

const struct randomizer environment_size_randomizer = {
    .name = "environment_size",
    .summary = "total size of the environment, which moves the stack",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .shorthand = MAX,
    .build_draws = both_draws,
    .execution_draws = both_draws,
    .check = check,
    .draws_per_build = draws_per_build,
    .is_fixed = is_fixed,
    .probe = probe,
    .draw_build = draw_build,
    .draw_execution = draw_execution,
};
