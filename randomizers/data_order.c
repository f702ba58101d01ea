// data_order: randomizes the order and the addresses of variables: constants, data and bss.
// docs/layouts.md, "Data".
#include "model/layout.h"
#include "model/toolchain_facts.h"
#include "randomizers/randomizer.h"
#include "randomizers/section_order.h"

#include <inttypes.h>

enum { BOUNDARY = 16 }; // the largest alignment of scalar types

enum { MODULUS };
static const struct randomizer_option options[] = {
    [MODULUS] = {.name = "modulus",
                 .help = "power of two modulo which addresses are drawn; 1: order only",
                 .type = OPTION_SIZE,
                 .low = 1,
                 .high = 4096,
                 .fallback = "64"},
};

static const char *const build_draws[] = {"data_order_seed", NULL};
static const char *const no_draws[] = {NULL};

static bool draws_per_build(const struct randomizer_use *use, bool linked)
{
    (void)use;
    return linked;
}

static bool check(const struct randomizer_use *use, struct error *error)
{
    uint64_t modulus = use->values[MODULUS].numbers[0];
    if ((modulus & (modulus - 1)) || (modulus > 1 && modulus < BOUNDARY))
        return failed(
            error, EXIT_USAGE,
            "'modulus' of 'data_order' takes 1 and powers of two from %d on, not %" PRIu64,
            BOUNDARY, modulus);
    return true;
}

static bool probe(const struct randomizer_use *use, const struct toolchain_facts *facts,
                  struct error *error)
{
    (void)use;
    if (!facts->builds)
        return failed(error, EXIT_FAILED,
                      "data_order: eswexp does not link a command: give 'sources', or 'directory' "
                      "with 'build'");
    if (facts->cannot.order_data)
        return failed(error, EXIT_FAILED, "data_order: %s cannot set the order of data: %s",
                      facts->linker, facts->instead);
    return true;
}

static void draw_offset(struct section *section, uint64_t seed, uint64_t modulus)
{
    struct stream own = stream_from(seed_from_number(seed, section->symbol));
    section->modulus = (uint32_t)modulus;
    section->offset = (uint32_t)stream_multiple(&own, 0, modulus - BOUNDARY, BOUNDARY);
}

static void draw_build(const struct randomizer_use *use, struct stream *stream,
                       struct layout *layout, struct address_layout *address_layout,
                       struct draws *draws)
{
    (void)address_layout;
    uint64_t seed = stream_next(stream), modulus = use->values[MODULUS].numbers[0];
    sections_order(layout->data, layout->data_count, seed_from(seed, "order"), false);
    for (size_t i = 0; modulus > 1 && i < layout->data_count; i++)
        draw_offset(&layout->data[i], seed_from(seed, "address"), modulus);
    layout->data_arranged = true;
    draws_add_hex(draws, build_draws[0], seed);
}

const struct randomizer data_order_randomizer = {
    .name = "data_order",
    .summary = "order and addresses of variables and constants",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .shorthand = MODULUS,
    .arranges = true,
    .build_draws = build_draws,
    .execution_draws = no_draws,
    .check = check,
    .draws_per_build = draws_per_build,
    .probe = probe,
    .draw_build = draw_build,
};
